"""Whether the policy that is trusted holds."""

from __future__ import annotations

from .errors import CheckFailed, NotChecked
from .options import VerifyOptions
from .policy import SignedPolicy
from .report import Checklist


def take_policy(checks: Checklist, policy: SignedPolicy | None, options: VerifyOptions) -> None:
    """Adds the checks of a signed policy, whose signature and version were checked when it was opened."""

    def accepted() -> None:
        if policy is None:
            raise NotChecked("what is pinned does not come from a signed policy")

    def current() -> None:
        if policy is None:
            raise NotChecked("what is pinned does not come from a signed policy")
        if policy.is_of_the_future(int(options.freshness.now), int(options.freshness.slack)):
            raise CheckFailed(f"the policy is dated {policy.dated}, in the future")
        if not policy.is_current(int(options.freshness.now)):
            error = NotChecked if options.allow_expired_policy else CheckFailed
            raise error(f"the policy expired on {policy.expires}")

    checks.take("policy.signature", accepted)
    checks.take("policy.version", accepted)
    checks.take("policy.expiry", current)
