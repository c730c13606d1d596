import { ServiceError, UnavailableError } from '@service/contracts';
import { digestText, type Digest } from '@service/evidence';
import type { Challenges } from '../challenges.js';
import { isFreeFor } from '../keys/free-address.js';
import type { KeyCommands, KeySource } from '../keys/key-commands.js';
import type { KnownOperators, ProvenKey } from '../keys/known-operators.js';
import type { KeptKey, OperatorKeys, Profile } from '../keys/operator-keys.js';
import { creationOptions, newPasskey } from '../keys/passkeys.js';
import { requireGoodPassword, type Passwords } from '../keys/passwords.js';
import { passkeyThumbprint, passwordThumbprint } from '../keys/thumbprints.js';

/** What a challenge for an invitation’s first passkey is bound to. */
interface EnrolTerms {
  invitation: Digest;
}

export type Redeeming = Omit<KeySource, 'issuer'>;

/** Lets the people who were invited make their first key. */
export class Invitations {
  constructor(
    private readonly keys: OperatorKeys,
    private readonly operators: KnownOperators,
    private readonly challenges: Challenges,
    private readonly passwords: Passwords,
    private readonly commands: KeyCommands,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws ServiceError `operator.invitation_invalid`. */
  read(token: string) {
    const operator = this.operators.invitedBy(digestText(token), this.now());
    if (operator?.invitation == null) throw new ServiceError('operator.invitation_invalid');
    const { id, grants, invitation } = operator;
    return { operator_id: id, grants, expires_at: invitation.expires_at };
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

  /** The address first: of two who redeem with one at once, one gets it, and the other no key. The name comes last, from
   *  the one of two who redeem the same invitation whose key the owner took. */
  private async redeem(
    token: string,
    profile: Profile,
    kept: KeptKey,
    request: Redeeming,
  ): Promise<ProvenKey> {
    const { operatorId, thumbprint } = kept;
    await this.claim(operatorId, profile.address);
    await this.commands.add(kept, digestText(token), { issuer: 'service:verify-api', ...request });
    if (!(await this.keys.setProfile(operatorId, profile))) throw taken();
    const proven = this.operators.proven(await this.keys.of(operatorId));
    // On a busy machine the gateway’s memory can lag behind its write.
    if (proven?.thumbprint !== thumbprint) {
      throw new UnavailableError({ cause: 'versions_not_shown', ids: [operatorId] });
    }
    return proven;
  }

  /** @throws ServiceError `operator.address_taken`: two people with one address could not both sign in by it. */
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
