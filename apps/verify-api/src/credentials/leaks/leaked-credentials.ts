import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import {
  agreedDate,
  agreedNow,
  ServiceError,
  credentialStateAt,
  type CredentialSnapshot,
  type Environment,
  type ErrorCode,
} from '@service/contracts';
import type { Logger } from '@service/platform/logging';
import { CommandSender } from '../../owners/command-sender.js';
import { Authenticator } from '../../admission/authentication/authenticator.js';
import { DIRECTORY_FRESHNESS, ENVIRONMENT, LOGGER } from '../../infrastructure/injection-tokens.js';
import { leakReason, type LeakReport } from './leak-report.js';
import { JustIssued } from '../../admission/authentication/tokens/just-issued.js';
import { parseToken, type Token } from '../../admission/authentication/tokens/token.js';
import type { Freshness } from '../../views/freshness.js';

/** Milliseconds: the first pause between two attempts, the longest pause, and the time until the last attempt. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5_000;
const PATIENCE = 60_000;
const PASSING: readonly unknown[] = ['service.unavailable', 'rate.limited'] satisfies ErrorCode[];

/** Revokes the credentials of tokens that were reported as leaked. It does so after the report is answered. */
@Injectable()
export class LeakedCredentials implements BeforeApplicationShutdown {
  /** The running revocations, by the whole token: a forged one with its key id must not keep it from being looked up. */
  private readonly revoking = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly authenticator: Authenticator,
    private readonly commands: CommandSender,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DIRECTORY_FRESHNESS) private readonly freshness: Pick<Freshness, 'require'>,
    @Inject(JustIssued) private readonly justIssued: Pick<JustIssued, 'arrives'>,
  ) {}

  /**
   * Accepts reports and checks them after the answer, so that neither the answer nor its time reveals whether a token
   * is valid. Another environment's tokens are reported at its own address.
   * @throws ServiceError `service.unavailable` while the directory is stale: a token that it lacks may be live.
   */
  take(reports: readonly LeakReport[], requestId: string): void {
    this.freshness.require();
    setImmediate(() => {
      for (const report of reports) {
        const token = parseToken(report.token);
        if (token === null) continue;
        const { environment, keyId: key_id } = token;
        if (environment === this.environment) this.begin(token, leakReason(report), requestId);
        else
          this.logger.warn({ key_id, of: environment }, 'A leaked token was reported at the wrong address.');
      }
    });
  }

  /** Waits for the running attempts, and starts no more. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.revoking.values());
  }

  private begin(token: Token, reason: string, requestId: string): void {
    const { hashed } = token;
    if (this.revoking.has(hashed)) return;
    const revoking = this.revoke(token, reason, requestId).finally(() => this.revoking.delete(hashed));
    this.revoking.set(hashed, revoking);
  }

  private async revoke(token: Token, reason: string, requestId: string): Promise<void> {
    const deadline = performance.now() + PATIENCE;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        const credential = await this.liveOwnerOf(token);
        if (credential === undefined) return;
        const { id, project_id: projectId } = credential;
        const source = { projectId, credentialId: 'service:verify-api', requestId };
        await this.commands.send('credential.revoke', source, id, { reason, expected_version: null });
        const line = { credential_id: id, project_id: projectId };
        this.logger.warn(line, 'A credential was revoked, because its token was reported as leaked.');
        return;
      } catch (error) {
        // The credential was revoked or expired in the meantime.
        if (codeOf(error) === 'credential.transition_not_allowed') return;
        const again = PASSING.includes(codeOf(error)) && performance.now() + pause < deadline;
        if (!again || this.stopping.signal.aborted) {
          const line = { key_id: token.keyId, err: error };
          this.logger.error(line, 'A reported token could not be revoked.');
          return;
        }
        await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  private async liveOwnerOf(token: Token): Promise<CredentialSnapshot | undefined> {
    const find = () => this.authenticator.ownerOf(token, agreedNow());
    const credential = find() ?? ((await this.justIssued.arrives(token.keyId)) ? find() : undefined);
    const state = credential && credentialStateAt(credential, agreedDate());
    return state === 'revoked' || state === 'expired' ? undefined : credential;
  }
}

function codeOf(error: unknown): ErrorCode | null {
  return error instanceof ServiceError ? error.code : null;
}
