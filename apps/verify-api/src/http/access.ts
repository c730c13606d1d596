import {
  Injectable,
  SetMetadata,
  createParamDecorator,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Caller } from '../authentication/caller.js';
import { Admission } from './admission.js';
import type { RequestVersions } from './consistency/consistency.js';
import {
  changesState,
  kindOf,
  type DeclaredOperation,
  type Exchange,
  type GatewayRequest,
} from './exchange.js';
import { Idempotency } from './idempotency/idempotency.js';
import { traceparentOf } from './trace-context.js';

const OPERATION = 'operation';

/** Declares what a route does and asks of its caller. A route that declares nothing is open to nobody. */
export const Declares = ({ name, access }: DeclaredOperation) => SetMetadata(OPERATION, { name, access });

/** Who sent a request, and which one it is. */
export interface RequestSource extends Omit<Caller, 'projectId'> {
  requestId: string;
  /** Set on every route that asks for a capability of projects; an operator has none, and can pass none of them. */
  projectId: string;
  versions: RequestVersions;
  /** Null where the request has none. */
  traceparent: string | null;
  /** Null where the request has no `Idempotency-Key`, or changes nothing. */
  idempotency: Idempotency | null;
  exchange: Exchange;
}

/** The caller that the guard has let in. */
export const Source = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<GatewayRequest>();
  const { exchange, id: requestId, versions, idempotency = null } = request;
  const traceparent = traceparentOf(request.headers);
  return { ...exchange?.caller, requestId, versions, idempotency, traceparent, exchange };
});

/** Lets in whoever holds what the route requires. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const operation = this.reflector.get<DeclaredOperation | undefined>(OPERATION, context.getHandler());
    if (operation === undefined) throw new TypeError('The route does not say what it requires.');
    if (operation.access === 'public') return true;
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    const kind = kindOf(operation, request.method);
    const exchange = this.admission.admit(request, operation, kind, Date.now());
    exchange.subject = (request.params as { id?: string }).id ?? null;
    if (changesState(operation, request.method) && request.method === 'POST') {
      request.idempotency = Idempotency.of(request, exchange.caller.credentialId);
    }
    return true;
  }
}
