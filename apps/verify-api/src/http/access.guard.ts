import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { Admission } from '../operations/admission.js';
import { admitRequest } from './admit-request.js';
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

  canActivate(context: ExecutionContext): boolean {
    const operation = servedOperation(this.reflector, context);
    announceEnd(operation, context.switchToHttp().getResponse<FastifyReply>());
    if (operation.access === 'public') return true;
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    const requestContext = admitRequest(this.admission, request, operation, Date.now());
    // Set before the operation runs, so that a request that is refused earlier also names its subject.
    const { id } = request.params as { id?: string };
    if (id !== undefined) requestContext.subjects = [id];
    if (operation.kind === 'write' && request.method === 'POST') {
      request.idempotency = idempotencyOf(request, requestContext.caller.credentialId);
    }
    return true;
  }
}
