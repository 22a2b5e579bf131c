"""Messages for browsers: the example of RFC 8291, and proof of who sends them."""

import json

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from bot.on_web.push.messages import LONGEST, Sender, decode, encode, encrypt, is_usable
from bot.table.subscriptions import Subscription
from tests.bot.on_web.push_service import CURVE, Device

TEXT = b"When I grow up, I want to be a watermelon"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T"
    "lzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4"
    "a-fN"
)
"""RFC 8291, appendix A."""


def subscription(device: Device) -> Subscription:
    return Subscription(since=0, **device.told)


def test_the_example() -> None:
    """The example's text becomes the example's message."""
    number = int.from_bytes(decode(SENDER))
    to = Subscription(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", KEY, AUTH, 0
    )
    made = encrypt(TEXT, to, ec.derive_private_key(number, CURVE), decode(SALT))
    assert encode(made) == BODY


@pytest.mark.parametrize("length", [0, 1, LONGEST])
def test_opened(length: int) -> None:
    """The browser reads what was sent, and a message fits what push services take."""
    device = Device("https://push.example/1")
    made = encrypt(bytes(length), subscription(device))
    assert device.open(made) == bytes(length)
    assert len(made) <= 4096


def test_others_read_nothing() -> None:
    """Another browser can't open a message."""
    made = encrypt(TEXT, subscription(Device("https://push.example/1")))
    with pytest.raises(InvalidTag):
        Device("https://push.example/1").open(made)


def test_each_message_differs() -> None:
    """The same text is never encrypted in the same way twice."""
    to = subscription(Device("https://push.example/1"))
    assert len({encrypt(TEXT, to) for _ in range(3)}) == 3


def test_one_sender() -> None:
    """A secret always gives the same key, and another secret another one."""
    assert Sender(bytes(32)).public == Sender(bytes(32)).public != Sender(b"1" * 32).public


@pytest.mark.parametrize(
    ("contact", "told"),
    [
        (None, {}),
        ("http://puluc.example", {}),
        ("https://puluc.example", {"sub": "https://puluc.example"}),
    ],
)
def test_claims(contact: str | None, told: dict[str, str]) -> None:
    """A proof is for one push service and half a day, and says where the sender can be found."""
    header = Sender(bytes(32), contact).authorization("https://push.example:8443/send/1", 1000.9)
    claims = json.loads(decode(header.split(".")[1]))
    assert claims == {"aud": "https://push.example:8443", "exp": 1000 + 12 * 3600, **told}


@pytest.mark.parametrize("secret", [bytes(32), b"\xff" * 32])
def test_any_secret(secret: bytes) -> None:
    """Each secret gives a point of the curve."""
    public = decode(Sender(secret).public)
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public)
    assert (len(public), public[0]) == (65, 4)


@pytest.mark.parametrize(
    ("key", "auth"),
    [
        (KEY, ""),
        (KEY, AUTH[:-2]),
        (KEY, AUTH + "AAAA"),
        (KEY, "é" * 22),
        ("", AUTH),
        (KEY[:-4], AUTH),
        (encode(b"\4" + bytes(64)), AUTH),
        (encode(b"\5" + decode(KEY)[1:]), AUTH),
        ("!" * 87, AUTH),
    ],
)
def test_unusable(key: str, auth: str) -> None:
    """Keys that aren't points of the curve, and secrets of another length, are recognized."""
    assert is_usable(Subscription("https://push.example/1", KEY, AUTH, 0))
    assert not is_usable(Subscription("https://push.example/1", key, auth, 0))
