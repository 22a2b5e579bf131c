"""Link previews: the Open Graph tags from which chats and other sites make a card for a link."""

import html
from dataclasses import dataclass

from bot.on_web.payloads import picture_size
from bot.show.page import Picture


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in a preview, which needs an absolute URL."""

    url: str
    picture: Picture


def preview(
    title: str, description: str, url: str | None = None, image: Image | None = None
) -> str:
    """Return the tags of a page as HTML; `url` is its absolute address, if known."""
    properties = {
        "og:type": "website",
        "og:site_name": "Puluc",
        "og:title": title,
        "og:description": description,
    }
    if url is not None:
        properties["og:url"] = url
    if image is not None:
        width, height = picture_size(image.picture.png)
        properties |= {
            "og:image": image.url,
            "og:image:type": "image/png",
            "og:image:width": str(width),
            "og:image:height": str(height),
            "og:image:alt": image.picture.alt,
        }
    card = "summary" if image is None else "summary_large_image"
    tags = [
        f'<meta name="description" content="{html.escape(description)}">',
        *(
            f'<meta property="{name}" content="{html.escape(value)}">'
            for name, value in properties.items()
        ),
        f'<meta name="twitter:card" content="{card}">',
    ]
    return "\n".join(tags)
