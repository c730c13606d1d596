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

/** What a route asks of its caller: a capability, any credential, or nothing. */
export type Access = HeldCapability | 'any' | 'public';

const ACCESS = 'access';
type CallerRequest = FastifyRequest & { caller?: Caller };

/** Declares what a route asks of its caller. A route that declares nothing is open to nobody. */
export const Requires = (access: Access) => SetMetadata(ACCESS, access);

/** Who sent a request, and which one it is. */
export interface RequestSource extends Omit<Caller, 'projectId'> {
  requestId: string;
  /** Set on every route that asks for a capability of projects; an operator has none, and can pass none of them. */
  projectId: string;
}

/** The caller that the guard has let in. */
export const Source = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<CallerRequest>();
  return { ...request.caller, requestId: request.id };
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
    return true;
  }
}
