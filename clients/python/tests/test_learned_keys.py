"""What two logs say of a key."""

from __future__ import annotations

import pytest

from record_verification._learned_keys import _together  # pyright: ignore[reportPrivateUsage]
from record_verification.evidence.trust import KeyTerms

GOOD = KeyTerms("answer", "a", None, "2029-01-01T00:00:00Z", None)
RETIRED = KeyTerms("answer", "a", None, "2029-01-01T00:00:00Z", "2029-12-01T00:00:00Z")
COMPROMISED = KeyTerms("answer", "a", "2029-12-01T00:00:00Z", "2029-01-01T00:00:00Z", "2029-12-01T00:00:00Z")


@pytest.mark.parametrize(
    ("known", "found", "believed"),
    [
        (None, GOOD, GOOD),
        (GOOD, COMPROMISED, COMPROMISED),
        (RETIRED, COMPROMISED, COMPROMISED),
        (RETIRED, GOOD, RETIRED),
        (COMPROMISED, GOOD, COMPROMISED),
        (COMPROMISED, RETIRED, COMPROMISED),
    ],
)
def test_a_log_from_before_a_revocation_does_not_hide_it(
    known: KeyTerms | None, found: KeyTerms, believed: KeyTerms
) -> None:
    assert _together(known, found) == believed
