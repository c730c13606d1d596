import { agreedNow } from '@service/contracts';
import type { Environment } from '@service/contracts';
import type { FastifyRequest } from 'fastify';
import type { AdmittedOperation } from '../../interface/operation.js';
import { admitRequest } from '../http/admit-request.js';
import { requireConsoleRequest } from '../http/console-request.js';
import type { ConsoleParts } from './console-parts.js';
import { belowConsoleApi } from './console-path.js';
import type { OwnCall } from './keys/own-keys.js';
import { sourceOf } from './sign-in.routes.js';

/**
 * Admits a signed-in person, and requires a fresh proof of identity where the operation needs one.
 * @throws ServiceError also where the request has no session, or did not come through the door of the Console.
 */
export async function admitPerson(
  { admission, people, terms }: Pick<ConsoleParts, 'admission' | 'people' | 'terms'>,
  request: FastifyRequest,
  operation: AdmittedOperation,
) {
  // Checked first: a request that did not come through the Console's door must not count as a credential's.
  const known = requireConsoleRequest(request.raw);
  const context = admitRequest(admission, request, operation, agreedNow());
  const { session } = known.session();
  if (operation.stepUp === true) await known.requireProof(actOf(request, terms.environment));
  const operator = people.operatorOf(session, agreedNow());
  const own: OwnCall = { ...sourceOf(request), operator, sessionId: session.id };
  return { session, operator, own, origin: known.origin(), context };
}

function actOf({ raw, method, body }: FastifyRequest, environment: Environment) {
  const path = `api${belowConsoleApi(raw.url ?? '', environment)}`;
  return { method, path, projectId: null, body: Buffer.isBuffer(body) ? body : null };
}
