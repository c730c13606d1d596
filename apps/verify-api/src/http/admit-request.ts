import type { Admission } from '../operations/admission.js';
import type { AdmittedOperation } from '../operations/operation.js';
import type { RequestContext } from '../operations/request-context.js';
import { clientAddress } from './client-address.js';
import type { GatewayRequest } from './gateway-request.js';

/**
 * Admits a request by its `Authorization` header and its address.
 * @throws ServiceError as `Admission.admit` does.
 */
export function admitRequest(
  admission: Admission,
  request: GatewayRequest,
  operation: AdmittedOperation,
  now: number,
): RequestContext {
  const asking = {
    channel: 'api',
    authorization: request.headers.authorization,
    address: clientAddress(request),
    onIdentified: (context: RequestContext) => {
      request.requestContext = context;
    },
  } as const;
  return admission.admit(asking, operation, now);
}
