"""A certificate for TLS servers in tests."""

import ssl
from pathlib import Path

CERTIFICATE = """\
-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUA5eWLXz/gWP6mHDhQA2lMYbCFiMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAyMDYzNloYDzIxMjYxMDI5
MDIwNjM2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS4NqUw8xAhITWqych2sNxz85t3XOrPW/IvwyNmGk1DaP5/L+xK0gHh
9W4KQpb+9OczSR0yoxCJ73ltj/XkbrzLo28wbTAdBgNVHQ4EFgQUsaS1nqvhbWmI
sa+7q8QNCSFWX3MwHwYDVR0jBBgwFoAUsaS1nqvhbWmIsa+7q8QNCSFWX3MwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAKoAi1b348+HT/6PEjSBCrK/PYLxtUxUKMMxAKbbM7MvAiEA
xKsIuLOLDcYZu+VvP0Q/p/RptIscqK8O0SHPShiFJJE=
-----END CERTIFICATE-----
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgG0jsJQVhoSwejD15
KLo6K9RunBNCKncWbesL0zVRt/6hRANCAAS4NqUw8xAhITWqych2sNxz85t3XOrP
W/IvwyNmGk1DaP5/L+xK0gHh9W4KQpb+9OczSR0yoxCJ73ltj/XkbrzL
-----END PRIVATE KEY-----
"""
"""A self-signed certificate for tests."""


def serving(certificate: Path) -> ssl.SSLContext:
    """The TLS context of a server with this certificate."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    return context
