import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { Admission } from '../operations/admission.js';
import { callerKey } from '../authentication/caller.js';
import { admitRequest } from './admit-request.js';
import { consoleRequestOf } from './console-request.js';
import type { GatewayRequest } from './gateway-request.js';
import { idempotencyOf } from './idempotency/request-idempotency.js';
import { announceEnd } from './announce-end.js';
import { servedOperation } from './serves-operation.js';

/** Admits callers with a capability that the route's operation requires. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const operation = servedOperation(this.reflector, context);
    announceEnd(operation, context.switchToHttp().getResponse<FastifyReply>());
    if (operation.access === 'public') return true;
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    const requestContext = admitRequest(this.admission, request, operation, Date.now());
    // Set before the operation runs, so that a request that is refused earlier also names its subject.
    const { id } = request.params as { id?: string };
    if (id !== undefined) requestContext.subjects = [id];
    if (operation.kind === 'write' && request.method === 'POST') {
      request.idempotency = idempotencyOf(request, callerKey(requestContext.caller));
    }
    return operation.stepUp === true ? requireProof(request).then(() => true) : true;
  }
}

/** Only people step up: a credential is nobody who could be asked. */
async function requireProof({ raw, method, body, requestContext }: GatewayRequest): Promise<void> {
  const act = {
    method,
    path: raw.url ?? '',
    projectId: requestContext?.caller.projectId ?? null,
    body: Buffer.isBuffer(body) ? body : null,
  };
  await consoleRequestOf(raw)?.requireProof(act);
}
