import { Injectable } from '@nestjs/common';
import { agreedNow } from '@service/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../http/client-address.js';
import { checkInput } from '../../interface/inputs/check-input.js';
import type { InputClass } from '../../interface/inputs/member-shapes.js';
import { parseOptionalBody } from '../http/json-body.js';
import type { Challenge } from './challenges.js';
import { consoleRoot } from './console-path.js';
import { ConsoleSeals } from './console-seals.js';
import { ConsoleTerms } from './console-terms.js';
import { cookieNames, cookieOf, setCookie, type CookieNames, type CookieTerms } from './cookies.js';
import type { OidcFlow } from './sign-in/oidc-provider.js';
import type { OpenedSession } from './sessions/session-store.js';
import type { ProvingClient } from './step-up/step-up.js';

/** Seconds: lifetime of the device cookie, and limit of a sign-in at the provider. */
const DEVICE_LIFE = 180 * 86_400;
const OIDC_LIFE = 600;

type KeptFlow = OidcFlow & { expiresAt: number };
type Vouched = Pick<Challenge<object>, 'challenge'>;

/** Reads the requests of the Console’s own routes, and sets their cookies. */
@Injectable()
export class ConsoleAnswers {
  private readonly names: CookieNames;

  constructor(
    private readonly terms: ConsoleTerms,
    private readonly seals: ConsoleSeals,
  ) {
    this.names = cookieNames(terms.environment, terms.origin.isSecure);
  }

  /** @throws ServiceError `request.malformed`, `request.invalid`. */
  input<Input extends object>(request: FastifyRequest, type: InputClass<Input>): Input {
    return checkInput(type, parseOptionalBody(request.body)) as Input;
  }

  client(request: FastifyRequest): ProvingClient & { userAgent: string | null } {
    const device = cookieOf(request.headers.cookie, this.names.device);
    const known = device === null ? null : this.seals.read<{ operator: string }>('device', device);
    const vouched = cookieOf(request.headers.cookie, this.names.oidc);
    return {
      address: clientAddress(request),
      userAgent: request.headers['user-agent'] ?? null,
      device: known?.operator ?? null,
      vouchedFor: vouched === null ? null : (this.seals.read<Vouched>('vouched', vouched)?.challenge ?? null),
    };
  }

  /** Sets the cookie of the session, and the device cookie that names its operator. */
  setSession(reply: FastifyReply, { session, token }: OpenedSession): void {
    const maxAge = Math.max(0, Math.ceil((session.expiresAt - agreedNow()) / 1000));
    this.set(reply, this.names.session, token, { sameSite: 'Strict', maxAge });
    const device = this.seals.write('device', { operator: session.operatorId });
    this.set(reply, this.names.device, device, { sameSite: 'Strict', maxAge: DEVICE_LIFE });
  }

  endSession(reply: FastifyReply): void {
    this.set(reply, this.names.session, '', { sameSite: 'Strict', maxAge: 0 });
  }

  /** Lax, because the browser comes back from another site. */
  keepFlow(reply: FastifyReply, flow: OidcFlow): void {
    const kept = { ...flow, expiresAt: agreedNow() + OIDC_LIFE * 1000 };
    this.set(reply, this.names.oidc, this.seals.write('oidc', kept), { sameSite: 'Lax', maxAge: OIDC_LIFE });
  }

  /** The flow that this browser began; null without one. */
  flow(request: FastifyRequest): KeptFlow | null {
    const cookie = cookieOf(request.headers.cookie, this.names.oidc);
    const flow = cookie === null ? null : this.seals.read<KeptFlow>('oidc', cookie);
    return flow === null || flow.expiresAt <= agreedNow() ? null : flow;
  }

  /** Removes the flow’s cookie: each flow is used once. */
  endFlow(reply: FastifyReply): void {
    this.set(reply, this.names.oidc, '', { sameSite: 'Lax', maxAge: 0 });
  }

  /**
   * Replaces the flow’s cookie by a note that the provider has just vouched for the answer to a challenge. A note on the
   * server would count for every browser with the session’s cookie, also for a thief’s.
   */
  keepVouched(reply: FastifyReply, { challenge }: Vouched): void {
    const vouched = this.seals.write('vouched', { challenge });
    this.set(reply, this.names.oidc, vouched, { sameSite: 'Strict', maxAge: OIDC_LIFE });
  }

  private set(
    reply: FastifyReply,
    name: string,
    value: string,
    terms: Pick<CookieTerms, 'sameSite' | 'maxAge'>,
  ): void {
    const { environment, origin } = this.terms;
    const where = { secure: origin.isSecure, path: consoleRoot(environment) };
    void reply.header('set-cookie', setCookie(name, value, { ...where, ...terms }));
  }
}
