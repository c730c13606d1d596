import type { Admission } from '../../admission/admission.js';
import type { AdmittedOperation } from '../../interface/operation.js';
import type { RequestContext } from '../../interface/request-context.js';
import { clientAddress } from './client-address.js';
import { consoleRequestOf } from './console-request.js';
import type { GatewayRequest } from './gateway-request.js';

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
  const asking = {
    channel: session === undefined ? 'api' : 'console',
    authorization: request.headers.authorization,
    session,
    address: clientAddress(request),
    onIdentified: (context: RequestContext) => {
      request.requestContext = context;
    },
  } as const;
  return admission.admit(asking, operation, now);
}
