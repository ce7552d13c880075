"""Pictures in a page: only real pictures, of kinds that can hold no script."""

from __future__ import annotations

import base64
import binascii

_KINDS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"GIF87a": "gif", b"GIF89a": "gif"}


def data_address(encoded: object) -> str | None:
    """A picture in base64 as a `data:` address for a page; None for anything else."""
    if not isinstance(encoded, str):
        return None
    try:
        data = base64.b64decode("".join(encoded.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    kind = next((kind for start, kind in _KINDS.items() if data.startswith(start)), None)
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}" if kind else None


def checked_address(address: str) -> str | None:
    """A `data:` address again, if it really holds a picture; None for an address that points elsewhere."""
    start, _, encoded = address.partition(",")
    return data_address(encoded) if start.startswith("data:image/") and start.endswith(";base64") else None
