import { Inject, Injectable } from '@nestjs/common';
import { ServiceError, type OperatorSnapshot } from '@service/contracts';
import type { Digest } from '@service/evidence';
import { CommandSender } from '../../../owners/command-sender.js';
import { KnownOperators } from './known-operators.js';
import { type KeptKey, OperatorKeys } from './operator-keys.js';

/** The issuer and the request of a change of keys. */
export interface KeySource {
  /** The operator, or `service:verify-api` for somebody without a session yet. */
  issuer: string;
  requestId: string;
  traceparent: string | null;
  tracestate?: string | null;
}

/** Adds and removes keys: their rows, and the events that confirm these. */
@Injectable()
export class KeyCommands {
  constructor(
    private readonly keys: OperatorKeys,
    private readonly operators: KnownOperators,
    @Inject(CommandSender) private readonly commands: Pick<CommandSender, 'send'>,
  ) {}

  /**
   * Stores the row before the event, which would otherwise name a key that nobody can use.
   * @param invitation that the key redeems; null for a further key of an operator.
   * @throws ServiceError the owner's refusal; `operator.key_refused` for a passkey that somebody has.
   */
  async add(kept: KeptKey, invitation: Digest | null, source: KeySource): Promise<OperatorSnapshot> {
    const { operatorId, thumbprint, kind } = kept;
    if (kept.kind === 'passkey' && (await this.isTaken(kept.passkeyId)))
      throw new ServiceError('operator.key_refused');
    await this.keys.add(kept);
    try {
      const payload = { key: { kind, thumbprint }, invitation_digest: invitation };
      return await this.commands.send('operator.add_key', sourceOf(source), operatorId, payload);
    } catch (refusal) {
      // After any other failure the event may exist, so the row stays.
      const isRefused = refusal instanceof ServiceError && refusal.status < 500;
      if (isRefused) await this.keys.remove(operatorId, thumbprint);
      throw refusal;
    }
  }

  /** WebAuthn, section 7.1, step 26. */
  private async isTaken(passkeyId: Uint8Array): Promise<boolean> {
    return this.operators.proven(await this.keys.byPasskey(Buffer.from(passkeyId))) !== null;
  }

  /** @throws ServiceError `operator.key_refused` for the last one. */
  async remove(operatorId: string, thumbprint: Digest, source: KeySource): Promise<void> {
    await this.commands.send('operator.remove_key', sourceOf(source), operatorId, { thumbprint });
    await this.keys.remove(operatorId, thumbprint);
  }
}

function sourceOf({ issuer, ...request }: KeySource) {
  return { projectId: null, credentialId: issuer, ...request };
}
