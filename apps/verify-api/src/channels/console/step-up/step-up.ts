import { createHash } from 'node:crypto';
import { ServiceError, type OperatorSnapshot } from '@service/contracts';
import type { Digest } from '@service/evidence';
import type { Pool } from 'pg';
import type { Session } from '../../../admission/authentication/sessions/session.js';
import type { Act } from '../../http/console-request.js';
import type { Challenge, Challenges } from '../challenges.js';
import type { ConsoleSeals } from '../console-seals.js';
import type { ConsoleTerms } from '../console-terms.js';
import type { KnownOperators } from '../keys/known-operators.js';
import type { OperatorKeys } from '../keys/operator-keys.js';
import { requestOptions } from '../keys/passkeys.js';
import type { AskingClient } from '../sign-in/attempt-limits.js';
import { passkeyIdOf, type SignIn } from '../sign-in/sign-in.js';
import { actDigest, namedAct, type NamedAct } from './act-digest.js';

/** What a challenge and a proof are bound to. */
export interface ActTerms {
  operator: string;
  session: string;
  act: Digest;
}

/** What a browser answers a challenge with. */
export interface StepUpAnswer {
  challenge_id: string;
  credential?: object;
  password?: string;
}

/** Asks people who are signed in to prove freshly who they are, for one act. */
export class StepUp {
  constructor(
    private readonly terms: Pick<ConsoleTerms, 'environment' | 'stepUp'>,
    private readonly keys: OperatorKeys,
    private readonly operators: KnownOperators,
    private readonly challenges: Challenges,
    private readonly signIn: SignIn,
    private readonly seals: ConsoleSeals,
    private readonly pool: Pick<Pool, 'query'>,
  ) {}

  /** By a passkey, where the operator’s events name one; a password is for those without. */
  async options(origin: string, session: Session, operator: OperatorSnapshot, act: NamedAct) {
    const digest = actDigest(this.terms.environment, act);
    const terms = { operator: operator.id, session: session.id, act: digest };
    const { id, challenge } = this.challenges.make<ActTerms>('step-up', terms);
    const rows = (await this.keys.of(operator.id)).filter((row) => this.operators.proven([row]) !== null);
    if (hasPasskey(operator)) {
      const passkeys = rows.flatMap(({ passkey_id }) => passkey_id ?? []);
      const options = await requestOptions(origin, challenge, passkeys);
      return { challenge_id: id, method: 'passkey' as const, options };
    }
    const isLocal = rows.some(({ kind }) => kind === 'password');
    return { challenge_id: id, method: isLocal ? ('password' as const) : ('oidc' as const) };
  }

  /**
   * The proof for the act of a challenge.
   * @throws ServiceError `session.challenge_invalid`, `session.sign_in_failed`.
   */
  async prove(
    origin: string,
    session: Session,
    operator: OperatorSnapshot,
    answer: StepUpAnswer,
    client: AskingClient,
  ): Promise<string> {
    const challenge = this.open(answer.challenge_id, session);
    const rows = await this.keys.of(operator.id);
    if (answer.credential !== undefined) {
      const id = passkeyIdOf(answer.credential);
      const key = this.operators.proven(rows.filter(({ passkey_id }) => passkey_id?.equals(id) === true));
      if (key === null) throw new ServiceError('session.sign_in_failed');
      await this.signIn.requireAnswer(origin, challenge.challenge, answer.credential, key);
    } else if (answer.password !== undefined) {
      // An operator with a passkey must use it: others can learn a password by watching.
      if (hasPasskey(operator)) throw new ServiceError('session.challenge_invalid');
      const key = this.operators.proven(rows.filter(({ kind }) => kind === 'password'));
      await this.signIn.requirePassword(client, operator.id, key, answer.password);
    } else if (!(await this.wasVouchedFor(challenge))) throw new ServiceError('session.step_up_required');
    await this.challenges.spend(challenge);
    return this.challenges.make<ActTerms>('proof', challenge.terms).id;
  }

  /** @throws ServiceError `session.challenge_invalid` for another session’s. */
  private open(challengeId: string, session: Session): Challenge<ActTerms> {
    const challenge = this.challenges.open<ActTerms>('step-up', challengeId);
    if (challenge.terms.session !== session.id) throw new ServiceError('session.challenge_invalid');
    return challenge;
  }

  /** Notes that the OIDC provider has just vouched for the operator of a challenge. */
  async vouch({ challenge, expiresAt }: Challenge<ActTerms>): Promise<void> {
    await this.challenges.spend({ challenge: this.vouchedName(challenge), expiresAt });
  }

  /**
   * Refuses an act without a proof, and uses the proof up. Of two acts with one proof, one is refused.
   * @throws ServiceError `session.step_up_required`, `session.challenge_invalid`.
   */
  async require(session: Session, proof: string | undefined, act: Act): Promise<void> {
    if (!this.terms.stepUp) return;
    if (proof === undefined) throw new ServiceError('session.step_up_required');
    const given = this.challenges.open<ActTerms>('proof', proof);
    const isFor = given.terms.session === session.id;
    if (!isFor || given.terms.act !== actDigest(this.terms.environment, namedAct(act))) {
      throw new ServiceError('session.challenge_invalid');
    }
    await this.challenges.spend(given);
  }

  private async wasVouchedFor({ challenge }: Challenge<ActTerms>): Promise<boolean> {
    const digest = createHash('sha256').update(this.vouchedName(challenge)).digest();
    const { rows } = await this.pool.query('SELECT FROM verify_api.console_spent WHERE digest = $1', [
      digest,
    ]);
    return rows.length > 0;
  }

  /** Sealed, so that a row that somebody else wrote vouches for nobody. */
  private vouchedName(challenge: string): string {
    return this.seals.seal('vouched', challenge).toString('hex');
  }
}

/** By the events: whoever deletes the row of a passkey must not make a password do. */
function hasPasskey({ keys }: OperatorSnapshot): boolean {
  return keys.some(({ kind }) => kind === 'passkey');
}
