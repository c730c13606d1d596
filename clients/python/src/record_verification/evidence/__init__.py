"""Verification of evidence: bundles, signed answers, checkpoints and trust policies."""

from .check_groups import CHECKS
from .errors import EvidenceError
from .merkle import LogEntries
from .checkpoints import OpenedCheckpoint
from .policy import PinnedPolicy, SignedPolicy, open_policy
from .report import Finding, Report
from .trust import Trust, accept_policy, parse_trust, trust_of_policy
from .options import VerifyOptions
from .verify import verify_answer, verify_bundle, verify_checkpoint

__all__ = [
    "CHECKS",
    "EvidenceError",
    "Finding",
    "LogEntries",
    "OpenedCheckpoint",
    "PinnedPolicy",
    "Report",
    "SignedPolicy",
    "Trust",
    "VerifyOptions",
    "accept_policy",
    "open_policy",
    "parse_trust",
    "trust_of_policy",
    "verify_answer",
    "verify_bundle",
    "verify_checkpoint",
]
