import type { Environment } from '@service/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../http/client-address.js';
import { checkInput } from '../../interface/inputs/check-input.js';
import type { InputClass } from '../../interface/inputs/member-shapes.js';
import { parseOptionalBody } from '../http/json-body.js';
import { consoleRoot } from './console-path.js';
import type { ConsoleSeals } from './console-seals.js';
import { cookieNames, cookieOf, setCookie, type CookieNames, type CookieTerms } from './cookies.js';
import type { OidcFlow } from './sign-in/oidc-provider.js';
import type { AskingClient } from './sign-in/attempt-limits.js';
import type { OpenedSession } from './sessions/session-store.js';

/** Seconds for which the device cookie lives, and that a sign-in at the provider may take. */
const DEVICE_LIFE = 180 * 86_400;
const OIDC_LIFE = 600;

/** Reads the requests of the Console’s own routes, and sets their cookies. */
export class ConsoleAnswers {
  private readonly names: CookieNames;

  constructor(
    private readonly environment: Environment,
    private readonly secure: boolean,
    private readonly seals: ConsoleSeals,
  ) {
    this.names = cookieNames(environment, secure);
  }

  /** @throws ServiceError `request.malformed`, `request.invalid`. */
  input<Input extends object>(request: FastifyRequest, type: InputClass<Input>): Input {
    return checkInput(type, parseOptionalBody(request.body)) as Input;
  }

  client(request: FastifyRequest): AskingClient & { userAgent: string | null } {
    const device = cookieOf(request.headers.cookie, this.names.device);
    const known = device === null ? null : this.seals.read<{ operator: string }>('device', device);
    return {
      address: clientAddress(request),
      userAgent: request.headers['user-agent'] ?? null,
      device: known?.operator ?? null,
    };
  }

  /** Gives the browser its session, and remembers whose it is. */
  setSession(reply: FastifyReply, { session, token }: OpenedSession): void {
    const maxAge = Math.max(0, Math.ceil((session.expiresAt - Date.now()) / 1000));
    this.set(reply, this.names.session, token, { sameSite: 'Strict', maxAge });
    const device = this.seals.write('device', { operator: session.operatorId });
    this.set(reply, this.names.device, device, { sameSite: 'Strict', maxAge: DEVICE_LIFE });
  }

  endSession(reply: FastifyReply): void {
    this.set(reply, this.names.session, '', { sameSite: 'Strict', maxAge: 0 });
  }

  /** Lax, because the browser comes back from another site. */
  keepFlow(reply: FastifyReply, flow: OidcFlow): void {
    const kept = { ...flow, expiresAt: Date.now() + OIDC_LIFE * 1000 };
    this.set(reply, this.names.oidc, this.seals.write('oidc', kept), { sameSite: 'Lax', maxAge: OIDC_LIFE });
  }

  /** The flow that this browser began; null without one. It serves once. */
  takeFlow(request: FastifyRequest, reply: FastifyReply): (OidcFlow & { expiresAt: number }) | null {
    const cookie = cookieOf(request.headers.cookie, this.names.oidc);
    this.set(reply, this.names.oidc, '', { sameSite: 'Lax', maxAge: 0 });
    const flow = cookie === null ? null : this.seals.read<OidcFlow & { expiresAt: number }>('oidc', cookie);
    return flow === null || flow.expiresAt <= Date.now() ? null : flow;
  }

  private set(
    reply: FastifyReply,
    name: string,
    value: string,
    terms: Pick<CookieTerms, 'sameSite' | 'maxAge'>,
  ): void {
    const path = consoleRoot(this.environment);
    void reply.header('set-cookie', setCookie(name, value, { secure: this.secure, path, ...terms }));
  }
}
