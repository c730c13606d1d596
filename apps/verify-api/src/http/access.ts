import {
  Injectable,
  SetMetadata,
  createParamDecorator,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { HeldCapability } from '@service/contracts';
import type { FastifyRequest } from 'fastify';
import { Authenticator, requireCapability } from '../credentials/authenticator.js';
import type { Caller } from '../credentials/caller.js';
import type { RequestVersions } from './consistency/consistency.js';
import { Idempotency } from './idempotency/idempotency.js';
import { traceparentOf } from './trace-context.js';

/** What a route asks of its caller: a capability, any credential, or nothing. */
export type Access = HeldCapability | 'any' | 'public';

const ACCESS = 'access';

/** What only routes that change something ask for. */
const WRITE_ACCESS: readonly Access[] = ['write', 'manage', 'operator'];

/** Whether a route changes something. */
export function changesState(access: Access): boolean {
  return WRITE_ACCESS.includes(access);
}

/** A request as it goes through the gateway: who sent it, and what it knows and makes. */
export type CallerRequest = FastifyRequest & {
  caller?: Caller;
  versions?: RequestVersions;
  idempotency?: Idempotency | null;
};

/** Declares what a route asks of its caller. A route that declares nothing is open to nobody. */
export const Requires = (access: Access) => SetMetadata(ACCESS, access);

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
}

/** The caller that the guard has let in. */
export const Source = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<CallerRequest>();
  const { caller, id: requestId, versions, idempotency = null } = request;
  const traceparent = traceparentOf(request.headers);
  return { ...caller, requestId, versions, idempotency, traceparent };
});

/** Lets in whoever holds what the route requires. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const access = this.reflector.get<Access | undefined>(ACCESS, context.getHandler());
    if (access === undefined) throw new TypeError('The route does not say what it requires.');
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<CallerRequest>();
    const caller = this.authenticator.authenticate(request.headers.authorization, Date.now());
    if (access !== 'any') requireCapability(caller, access);
    request.caller = caller;
    if (changesState(access) && request.method === 'POST') {
      request.idempotency = Idempotency.of(request, caller.credentialId);
    }
    return true;
  }
}
