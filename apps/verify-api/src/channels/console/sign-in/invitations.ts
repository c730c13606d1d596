import { Injectable, Optional } from '@nestjs/common';
import { agreedNow, ServiceError, UnavailableError } from '@service/contracts';
import { digestText, type Digest } from '@service/evidence';
import { Challenges } from '../challenges.js';
import { isFreeFor } from '../keys/free-address.js';
import { KeyCommands, type KeySource } from '../keys/key-commands.js';
import { KnownOperators, type ProvenKey } from '../keys/known-operators.js';
import { type KeptKey, OperatorKeys, type Profile } from '../keys/operator-keys.js';
import { creationOptions, newPasskey } from '../keys/passkeys.js';
import { requireGoodPassword, Passwords } from '../keys/passwords.js';
import { passkeyThumbprint, passwordThumbprint } from '../keys/thumbprints.js';

/** The invitation that a challenge for its first passkey is bound to. */
interface EnrolTerms {
  invitation: Digest;
}

export type Redeeming = Omit<KeySource, 'issuer'>;

/** Redeems invitations: an invited person makes a first key. */
@Injectable()
export class Invitations {
  constructor(
    private readonly keys: OperatorKeys,
    private readonly operators: KnownOperators,
    private readonly challenges: Challenges,
    private readonly passwords: Passwords,
    private readonly commands: KeyCommands,
    @Optional() private readonly now: () => number = agreedNow,
  ) {}

  /** @throws ServiceError `operator.invitation_invalid`. */
  read(token: string) {
    const operator = this.operators.invitedBy(digestText(token), this.now());
    if (operator?.invitation == null) throw new ServiceError('operator.invitation_invalid');
    const { id, grants, invitation } = operator;
    return { operator_id: id, grants, expires_at: invitation.expires_at };
  }

  /** What the page of an invitation shows. @throws ServiceError as `read`. */
  async show(token: string) {
    const invitation = this.read(token);
    const { name } = await this.keys.profileOf(invitation.operator_id);
    return { ...invitation, name };
  }

  /** @throws ServiceError `operator.invitation_invalid`, `operator.address_taken`. */
  async passkeyOptions(origin: string, token: string, profile: Profile) {
    const { operator_id: operatorId } = this.read(token);
    await this.requireFreeAddress(operatorId, profile.address);
    const terms: EnrolTerms = { invitation: digestText(token) };
    const { id, challenge } = this.challenges.make('enrol', terms);
    const owner = { operatorId, ...profile, existing: [] };
    return { challenge_id: id, options: await creationOptions(origin, challenge, owner) };
  }

  /** @throws ServiceError as `passkeyOptions`; `session.challenge_invalid`, `session.sign_in_failed`. */
  async redeemByPasskey(
    origin: string,
    token: string,
    profile: Profile,
    answer: { challenge_id: string; credential: object },
    request: Redeeming,
  ): Promise<ProvenKey> {
    const { operator_id: operatorId } = this.read(token);
    const challenge = this.challenges.open<EnrolTerms>('enrol', answer.challenge_id);
    if (challenge.terms.invitation !== digestText(token)) throw new ServiceError('session.challenge_invalid');
    const passkey = await newPasskey(origin, challenge.challenge, answer.credential);
    if (passkey === null) throw new ServiceError('session.sign_in_failed');
    await this.challenges.spend(challenge);
    const thumbprint = passkeyThumbprint(passkey.passkeyId, passkey.publicKey);
    return this.redeem(
      token,
      profile,
      { kind: 'passkey', thumbprint, operatorId, name: null, ...passkey },
      request,
    );
  }

  /** @throws ServiceError as `passkeyOptions`; `request.invalid` for a password that is easy to guess. */
  async redeemByPassword(
    token: string,
    profile: Profile,
    password: string,
    request: Redeeming,
  ): Promise<ProvenKey> {
    const { operator_id: operatorId } = this.read(token);
    requireGoodPassword(password, [profile.address, profile.name]);
    const hash = await this.passwords.hash(password);
    const thumbprint = passwordThumbprint(hash);
    return this.redeem(
      token,
      profile,
      { kind: 'password', thumbprint, operatorId, name: null, hash },
      request,
    );
  }

  /**
   * Claims the address first: of two concurrent calls with the same address, one gets it, and the other adds no key. The
   * name comes last: of two calls for the same invitation, it is from the one whose key the owner accepted.
   */
  private async redeem(
    token: string,
    profile: Profile,
    kept: KeptKey,
    request: Redeeming,
  ): Promise<ProvenKey> {
    const { operatorId, thumbprint } = kept;
    await this.claim(operatorId, profile.address);
    try {
      await this.commands.add(kept, digestText(token), { issuer: 'service:verify-api', ...request });
    } catch (failure) {
      const isRefused = failure instanceof ServiceError && failure.status < 500;
      // Somebody who was removed and erased meanwhile keeps no address.
      if (isRefused && (await this.keys.of(operatorId)).length === 0)
        await this.keys.freeAddress(operatorId, profile.address);
      throw failure;
    }
    if (!(await this.keys.setProfile(operatorId, profile))) throw taken();
    const proven = this.operators.proven(await this.keys.of(operatorId));
    // On a busy machine the directory can lag behind the gateway’s own write.
    if (proven?.thumbprint !== thumbprint) {
      throw new UnavailableError({ cause: 'versions_not_shown', ids: [operatorId] });
    }
    return proven;
  }

  /** @throws ServiceError `operator.address_taken` where another operator has the address. */
  private async claim(operatorId: string, address: string): Promise<void> {
    await this.requireFreeAddress(operatorId, address);
    if (!(await this.keys.claimAddress(operatorId, address))) throw taken();
  }

  /** @throws ServiceError `operator.address_taken`. */
  private async requireFreeAddress(operatorId: string, address: string): Promise<void> {
    if (!(await isFreeFor(operatorId, address, this.keys, this.operators, this.now()))) throw taken();
  }
}

function taken(): ServiceError {
  return new ServiceError('operator.address_taken');
}
