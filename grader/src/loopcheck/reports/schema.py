"""The JSON schema of `results.json`, made from the result model itself, so that the two cannot drift apart."""

from __future__ import annotations

from typing import Any

import msgspec

from loopcheck.results import SCHEMA, Run


def results_schema() -> dict[str, Any]:
    """A JSON schema (draft 2020-12). It accepts what `results.encode` writes, of this version of the schema alone."""
    schema = msgspec.json.schema(Run)
    schema["$defs"]["Run"]["properties"]["schema"]["const"] = SCHEMA
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": SCHEMA, **schema}
