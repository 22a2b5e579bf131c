"""Labels where there is little room: the same texts with shorter parts."""

from collections.abc import Mapping

from engine.text import Argument, Text


def brief(text: Text, shorter: Mapping[str, str]) -> Text:
    """Return a text in which those that have a shorter one are replaced; `shorter` has the keys.

    What is counted in a shorter one is its `number`, because signs have no plural.
    """
    args = {name: _brief(argument, shorter) for name, argument in text.args}
    if text.key not in shorter:
        return Text(text.key, **args)
    counted = {"number": args.pop("count")} if "count" in args else {}
    return Text(shorter[text.key], **args, **counted)


def _brief(argument: Argument, shorter: Mapping[str, str]) -> Argument:
    if isinstance(argument, Text):
        return brief(argument, shorter)
    if isinstance(argument, tuple):
        return tuple(brief(each, shorter) if isinstance(each, Text) else each for each in argument)
    return argument
