"""Reduce Discord's published specification to the requests that a board-game bot makes.

    python tests/specs/reduce_discord.py SOURCE

SOURCE is `openapi.json` of github.com/discord/discord-api-spec. The result, `discord.json` in this
folder, contains facts only: methods and paths, required names, types, limits and allowed values, as
JSON Schema (2020-12).
"""

import json
import re

from facts import Json, write

ENDPOINTS = (
    "GET /applications/@me",
    "GET /applications/{application_id}/commands",
    "PUT /applications/{application_id}/commands",
    "GET /applications/{application_id}/guilds/{guild_id}/commands",
    "PUT /applications/{application_id}/guilds/{guild_id}/commands",
    "GET /applications/{application_id}/emojis",
    "POST /applications/{application_id}/emojis",
    "GET /channels/{channel_id}",
    "PATCH /channels/{channel_id}",
    "DELETE /channels/{channel_id}",
    "GET /channels/{channel_id}/messages",
    "POST /channels/{channel_id}/messages",
    "GET /channels/{channel_id}/messages/{message_id}",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "DELETE /channels/{channel_id}/messages/{message_id}",
    "POST /channels/{channel_id}/messages/{message_id}/threads",
    "POST /channels/{channel_id}/threads",
    "PUT /channels/{channel_id}/thread-members/@me",
    "PUT /channels/{channel_id}/thread-members/{user_id}",
    "GET /gateway",
    "GET /gateway/bot",
    "GET /guilds/{guild_id}",
    "GET /guilds/{guild_id}/members/{user_id}",
    "POST /interactions/{interaction_id}/{interaction_token}/callback",
    "GET /oauth2/applications/@me",
    "GET /users/@me",
    "POST /users/@me/channels",
    "DELETE /users/@me/guilds/{guild_id}",
    "GET /users/{user_id}",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    "GET /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
)
# Fields a bot like this never sends, so the reduced specification refuses them.
UNUSED_NAMES = {
    "avatar",
    "default_auto_archive_duration",
    "embeds",
    "handler",
    "nick",
    "poll",
    "shared_client_theme",
    "sticker_ids",
}
UNUSED_SCHEMAS = {
    "CreateForumThreadRequest",
    "LaunchActivityInteractionCallbackRequest",
    "PongInteractionCallbackRequest",
    "SocialLayerSKUPurchaseEligibilityInteractionCallbackRequest",
    "UpdateDMRequestPartial",
    "UpdateGroupDMRequestPartial",
    "UpdateGuildChannelRequestPartial",
}
FACTS = {
    *("$ref", "type", "enum", "const", "pattern", "required"),
    *("minimum", "maximum", "minLength", "maxLength"),
    *("minItems", "maxItems", "uniqueItems", "maxProperties"),
}
# Discord accepts a number wherever it accepts an id, and client libraries rely on that.
SNOWFLAKE = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}

NEVER = {"const": None}


def reduced(schema: Json) -> Json:
    """Return the facts of a schema, without descriptions, titles and formats."""
    facts = {name: value for name, value in schema.items() if name in FACTS}
    if "properties" in schema:
        facts["properties"] = {
            name: NEVER if name in UNUSED_NAMES else reduced(value)
            for name, value in schema["properties"].items()
        }
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            facts[name] = reduced(schema[name])
    branches = [
        reduced(branch)
        for branch in schema.get("oneOf") or schema.get("anyOf") or []
        if branch.get("$ref", "").rpartition("/")[2] not in UNUSED_SCHEMAS
    ]
    if branches and all(branch.keys() == {"const"} for branch in branches):
        facts["enum"] = [branch["const"] for branch in branches]
    elif len(branches) == 1:
        facts |= branches[0]
    elif branches:
        facts["anyOf"] = branches
    return facts


def names_in(schema: object) -> set[str]:
    """Return the names of the shared schemas that a schema refers to."""
    return set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema)))


def endpoint(operation: Json) -> Json:
    """Return the query and body schemas of one kind of request."""
    found: Json = {}
    query = {
        parameter["name"]: reduced(parameter["schema"])
        for parameter in operation.get("parameters", [])
        if parameter["in"] == "query"
    }
    if query:
        found["query"] = query
    if "requestBody" in operation:
        found["body"] = reduced(operation["requestBody"]["content"]["application/json"]["schema"])
    return found


def reduce(source: Json) -> Json:
    """Return the endpoints and the shared schemas they use."""
    text = json.dumps(source).replace("#/components/schemas/", "#/$defs/")
    source = json.loads(text)
    schemas = source["components"]["schemas"]
    endpoints = {}
    for line in ENDPOINTS:
        method, path = line.split()
        endpoints[line] = endpoint(source["paths"][path][method.lower()])
    wanted, known = names_in(endpoints), {"SnowflakeType": SNOWFLAKE}
    while missing := wanted - known.keys():
        known |= {name: reduced(schemas[name]) for name in missing}
        wanted = names_in([endpoints, known])
    return {"endpoints": endpoints, "$defs": dict(sorted(known.items()))}


if __name__ == "__main__":
    write("discord.json", reduce)
