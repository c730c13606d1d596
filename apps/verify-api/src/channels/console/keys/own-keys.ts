import { Injectable } from '@nestjs/common';
import { ServiceError, type OperatorSnapshot } from '@service/contracts';
import type { Digest } from '@service/evidence';
import { Challenges } from '../challenges.js';
import { KeyCommands, type KeySource } from './key-commands.js';
import { OperatorKeys } from './operator-keys.js';
import { creationOptions, newPasskey } from './passkeys.js';
import { requireGoodPassword, Passwords } from './passwords.js';
import { passkeyThumbprint, passwordThumbprint } from './thumbprints.js';

/** The operator and session that a challenge for a further passkey is bound to. */
interface EnrolTerms {
  operator: string;
  session: string;
}

/** A request by which an operator changes the operator's own keys. */
export type OwnCall = Omit<KeySource, 'issuer'> & { operator: OperatorSnapshot; sessionId: string };

/** The keys of the person who is signed in. */
@Injectable()
export class OwnKeys {
  constructor(
    private readonly keys: OperatorKeys,
    private readonly challenges: Challenges,
    private readonly passwords: Passwords,
    private readonly commands: KeyCommands,
  ) {}

  /** The keys that the operator’s events name, with the data of their rows. */
  async list({ id, keys }: OperatorSnapshot) {
    const rows = new Map((await this.keys.of(id)).map((row) => [row.thumbprint, row]));
    return keys.map(({ thumbprint, kind, added_at }) => ({
      thumbprint,
      kind,
      name: rows.get(thumbprint)?.name ?? null,
      created_at: added_at,
      last_used_at: rows.get(thumbprint)?.last_used_at?.toISOString() ?? null,
    }));
  }

  async passkeyOptions(origin: string, { operator, sessionId }: OwnCall) {
    const terms: EnrolTerms = { operator: operator.id, session: sessionId };
    const { id, challenge } = this.challenges.make('enrol', terms);
    const [{ name, address }, rows] = await Promise.all([
      this.keys.profileOf(operator.id),
      this.keys.of(operator.id),
    ]);
    const existing = rows.flatMap(({ passkey_id }) => passkey_id ?? []);
    const owner = { operatorId: operator.id, name: name ?? '', address: address ?? operator.id, existing };
    return { challenge_id: id, options: await creationOptions(origin, challenge, owner) };
  }

  /** @throws ServiceError `session.challenge_invalid`, `session.sign_in_failed`, and the owner's refusals. */
  async addPasskey(
    origin: string,
    call: OwnCall,
    answer: { challenge_id: string; credential: object; name: string },
  ): Promise<Digest> {
    const challenge = this.challenges.open<EnrolTerms>('enrol', answer.challenge_id);
    const { operator: operatorId, session } = challenge.terms;
    if (operatorId !== call.operator.id || session !== call.sessionId) {
      throw new ServiceError('session.challenge_invalid');
    }
    const passkey = await newPasskey(origin, challenge.challenge, answer.credential);
    if (passkey === null) throw new ServiceError('session.sign_in_failed');
    await this.challenges.spend(challenge);
    const thumbprint = passkeyThumbprint(passkey.passkeyId, passkey.publicKey);
    const kept = { kind: 'passkey', operatorId, thumbprint, name: answer.name, ...passkey } as const;
    await this.commands.add(kept, null, sourceOf(call));
    return thumbprint;
  }

  /** Replaces the password, if there is one. @throws ServiceError `request.invalid`. */
  async setPassword(call: OwnCall, password: string): Promise<Digest> {
    const { operator } = call;
    const { address, name } = await this.keys.profileOf(operator.id);
    requireGoodPassword(password, [address ?? '', name ?? '']);
    const hash = await this.passwords.hash(password);
    const thumbprint = passwordThumbprint(hash);
    const kept = { kind: 'password', thumbprint, operatorId: operator.id, name: null, hash } as const;
    await this.commands.add(kept, null, sourceOf(call));
    for (const former of operator.keys.filter(({ kind }) => kind === 'password')) {
      await this.commands.remove(operator.id, former.thumbprint, sourceOf(call));
    }
    return thumbprint;
  }

  /** @throws ServiceError `operator.key_not_found`, `operator.key_refused` for the last one. */
  async remove(call: OwnCall, thumbprint: string): Promise<void> {
    const { operator } = call;
    const key = operator.keys.find((each) => each.thumbprint === thumbprint);
    if (key === undefined) throw new ServiceError('operator.key_not_found');
    await this.commands.remove(operator.id, key.thumbprint, sourceOf(call));
  }
}

function sourceOf({ operator, requestId, traceparent, tracestate }: OwnCall): KeySource {
  return { issuer: operator.id, requestId, traceparent, tracestate: tracestate ?? null };
}
