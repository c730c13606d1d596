import { Inject, Injectable } from '@nestjs/common';
import { ServiceError, type OperatorSnapshot } from '@service/contracts';
import type { Digest } from '@service/evidence';
import { CommandSender } from '../../../owners/command-sender.js';
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
    @Inject(CommandSender) private readonly commands: Pick<CommandSender, 'send'>,
  ) {}

  /**
   * Stores the row before the event, which would otherwise name a key that nobody can use.
   * @param invitation that the key redeems; null for a further key of an operator.
   * @throws ServiceError the owner's refusal.
   */
  async add(kept: KeptKey, invitation: Digest | null, source: KeySource): Promise<OperatorSnapshot> {
    const { operatorId, thumbprint, kind } = kept;
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

  /** @throws ServiceError `operator.key_refused` for the last one. */
  async remove(operatorId: string, thumbprint: Digest, source: KeySource): Promise<void> {
    await this.commands.send('operator.remove_key', sourceOf(source), operatorId, { thumbprint });
    await this.keys.remove(operatorId, thumbprint);
  }
}

function sourceOf({ issuer, ...request }: KeySource) {
  return { projectId: null, credentialId: issuer, ...request };
}
