"""Is this record good? A client that checks the answer's evidence by itself."""

from ._exchange import VERSION as __version__
from ._request import RequestOptions
from ._async_client import AsyncRecordVerification
from ._client import RecordVerification
from ._exchange import Pinned
from .errors import EvidenceFault, RecordVerificationError, ServiceError, TransportError
from .webhooks import DeliveryError, verify_delivery

__all__ = [
    "AsyncRecordVerification",
    "DeliveryError",
    "EvidenceFault",
    "Pinned",
    "RecordVerification",
    "RecordVerificationError",
    "RequestOptions",
    "ServiceError",
    "TransportError",
    "__version__",
    "verify_delivery",
]
