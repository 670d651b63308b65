"""The shipped schema accepts what we write, and refuses what we never write."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema  # type: ignore[import-untyped]  # its types are a separate package
import pytest

from loopcheck import results
from loopcheck.reports.schema import results_schema

if TYPE_CHECKING:
    from loopcheck.results import Run


def sample(run: Run) -> Any:
    return json.loads(results.encode(run))


def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(results_schema())
    return jsonschema.Draft202012Validator(results_schema())


def test_a_run_of_every_kind_validates(sample_run: Run) -> None:
    validator().validate(sample(sample_run))


@pytest.mark.parametrize(
    ("key", "value"),
    [("state", "lost"), ("score", -1), ("score", 1.5), ("score", "1"), ("max_score", None), ("checks", {})],
)
def test_a_wrong_submission_does_not_validate(sample_run: Run, key: str, value: object) -> None:
    data = sample(sample_run)
    data["submissions"][0][key] = value
    assert not validator().is_valid(data)


def test_another_version_does_not_validate(sample_run: Run) -> None:
    assert not validator().is_valid(sample(sample_run) | {"schema": "loopcheck/results/2"})


def test_the_schema_is_json_and_the_same_every_time() -> None:
    assert json.dumps(results_schema()) == json.dumps(results_schema())
