import { payerOf } from '../../admission/authentication/caller.js';
import type { Admission, AdmissionRequest } from '../../admission/admission.js';
import type { AdmittedOperation } from '../../interface/operation.js';
import type { RequestContext } from '../../interface/request-context.js';
import { clientAddress } from './client-address.js';
import { consoleRequestOf } from './console-request.js';
import type { GatewayRequest } from './gateway-request.js';

/** What admission needs of a request, on every channel. Once the caller is known, the request counts for its project. */
export function askingOf(
  request: GatewayRequest,
): Pick<AdmissionRequest, 'authorization' | 'address' | 'onIdentified'> {
  return {
    authorization: request.headers.authorization,
    address: clientAddress(request),
    onIdentified: (context) => {
      request.requestContext = context;
      request.place?.enterFor(payerOf(context.caller));
    },
  };
}

/**
 * Admits a request by its `Authorization` header and its address, or by the session of the Console that it came from.
 * @throws ServiceError as `Admission.admit` does.
 */
export function admitRequest(
  admission: Admission,
  request: GatewayRequest,
  operation: AdmittedOperation,
  now: number,
): RequestContext {
  const session = consoleRequestOf(request.raw)?.session();
  const channel = session === undefined ? 'api' : 'console';
  return admission.admit({ ...askingOf(request), channel, session }, operation, now);
}
