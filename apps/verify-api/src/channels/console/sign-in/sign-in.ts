import { Injectable } from '@nestjs/common';
import { ServiceError } from '@service/contracts';
import { Challenges } from '../challenges.js';
import { KnownOperators, type ProvenKey } from '../keys/known-operators.js';
import { OperatorKeys } from '../keys/operator-keys.js';
import { answeredCounter, requestOptions } from '../keys/passkeys.js';
import { Passwords } from '../keys/passwords.js';
import { comparedAddress } from '../../../operators/person-texts.js';
import { type AskingClient, AttemptLimits } from './attempt-limits.js';

/** A refused sign-in. The history names the operator, where one is known; the answer does not. */
export class RefusedSignIn extends ServiceError {
  constructor(readonly operatorId: string | null) {
    super('session.sign_in_failed');
  }
}

/** Signs people in by their passkeys and passwords. */
@Injectable()
export class SignIn {
  constructor(
    private readonly keys: OperatorKeys,
    private readonly operators: KnownOperators,
    private readonly challenges: Challenges,
    private readonly passwords: Passwords,
    private readonly limits: AttemptLimits,
  ) {}

  /** A challenge that any passkey may answer, since the person is not known yet. */
  async passkeyOptions(origin: string) {
    const { id, challenge } = this.challenges.make('sign-in', {});
    return { challenge_id: id, options: await requestOptions(origin, challenge) };
  }

  /** @throws ServiceError `session.sign_in_failed`, `session.challenge_invalid`. */
  async byPasskey(origin: string, challengeId: string, credential: object): Promise<ProvenKey> {
    const challenge = this.challenges.open('sign-in', challengeId);
    const proven = this.operators.proven(await this.keys.byPasskey(passkeyIdOf(credential)));
    if (proven === null) throw new RefusedSignIn(null);
    await this.requireAnswer(origin, challenge.challenge, credential, proven);
    await this.challenges.spend(challenge);
    return proven;
  }

  /**
   * @throws ServiceError `session.sign_in_failed`, after the same work whether the address is known or not;
   *   `rate.limited`.
   */
  async byPassword(client: AskingClient, address: string, password: string): Promise<ProvenKey> {
    const proven = this.operators.proven(await this.keys.passwordsOf(address));
    await this.requirePassword(client, comparedAddress(address), proven, password);
    return proven as ProvenKey;
  }

  /** @throws ServiceError `session.sign_in_failed` where a passkey did not answer a challenge. */
  async requireAnswer(origin: string, challenge: string, credential: object, key: ProvenKey): Promise<void> {
    const counter = await answeredCounter(origin, challenge, credential, key.row);
    if (counter === null) throw new RefusedSignIn(key.operator.id);
    await this.keys.noteUse(key.thumbprint, counter);
  }

  /**
   * @param account the operator as the client names it.
   * @throws ServiceError `session.sign_in_failed` where a password is wrong, or there is none; `rate.limited`.
   */
  async requirePassword(
    client: AskingClient,
    account: string,
    key: ProvenKey | null,
    password: string,
  ): Promise<void> {
    const operatorId = key?.operator.id ?? null;
    this.limits.takePassword(client, account, operatorId);
    const isKnown = client.device !== null && client.device === operatorId;
    const right = await this.passwords.matches(password, key?.row.password_hash ?? null, isKnown);
    if (key === null || !right) throw new RefusedSignIn(operatorId);
    await this.keys.noteUse(key.thumbprint, null);
  }
}

/** The id of the passkey that an answer names; empty where it names none. */
export function passkeyIdOf(credential: object): Buffer {
  const { id } = credential as { id?: unknown };
  return Buffer.from(typeof id === 'string' ? id : '', 'base64url');
}
