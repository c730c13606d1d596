"""What can go wrong with a call or a delivery."""

from __future__ import annotations

from typing import Any

from .error_codes import ErrorCode
from .evidence.errors import Rebuilt
from .evidence.report import Report


class RecordVerificationError(Rebuilt):
    """Any error of this client. No message contains a token."""


class TransportError(RecordVerificationError):
    """The service could not be reached, or its answer broke off or cannot be used, even after retries.

    A change may have been made nevertheless: repeat the call with the same ``idempotency_key``.
    """

    def __init__(self, message: str, idempotency_key: str | None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class ServiceError(RecordVerificationError):
    """The service refused the request. Match on ``code``, never on the message."""

    def __init__(self, status: int, code: ErrorCode | str, message: str, request_id: str | None, body: Any) -> None:
        super().__init__(f"{code}: {message} ({status}, request {request_id})")
        self.status = status
        self.code = code
        self.message = message
        self.request_id = request_id
        self.body = body
        """The error as the service wrote it, with ``details``, ``current_version`` and the like."""


class EvidenceFault(RecordVerificationError):
    """An answer was not proven, and is withheld; ``report`` says which check failed."""

    def __init__(self, report: Report | None, why: str, request_id: str | None) -> None:
        super().__init__(f"{why} (request {request_id})")
        self.report = report
        self.request_id = request_id


class DeliveryError(Rebuilt, ValueError):
    """A delivery is not verified; ``code`` says why. The message contains neither a secret nor the body."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
