import { Inject, Injectable } from '@nestjs/common';
import { ServiceError, type OperatorSnapshot } from '@service/contracts';
import type { Digest } from '@service/evidence';
import type { Session } from '../../../admission/authentication/sessions/session.js';
import type { Act } from '../../http/console-request.js';
import { type Challenge, Challenges } from '../challenges.js';
import { ConsoleTerms } from '../console-terms.js';
import { KnownOperators } from '../keys/known-operators.js';
import { OperatorKeys } from '../keys/operator-keys.js';
import { requestOptions } from '../keys/passkeys.js';
import type { AskingClient } from '../sign-in/attempt-limits.js';
import { passkeyIdOf, SignIn } from '../sign-in/sign-in.js';
import { actDigest, namedAct, type NamedAct } from './act-digest.js';
import { type DescribedAct, DescribedActs } from './described-act.js';

/** The session and act that a proof is bound to. */
interface ActTerms {
  session: string;
  act: Digest;
}

/** The terms of a challenge, with the act in words. */
interface AskedTerms extends ActTerms {
  described: DescribedAct;
}

/** A browser’s answer to a challenge. */
export interface StepUpAnswer {
  challenge_id: string;
  credential?: object;
  password?: string;
}

/** The browser that answers. */
export interface ProvingClient extends AskingClient {
  /** The challenge for which the OIDC provider has just vouched in this browser. */
  vouchedFor: string | null;
}

/** Has signed-in people prove their identity again, for one act. */
@Injectable()
export class StepUp {
  constructor(
    @Inject(ConsoleTerms) private readonly terms: Pick<ConsoleTerms, 'environment' | 'stepUp'>,
    private readonly keys: OperatorKeys,
    private readonly operators: KnownOperators,
    private readonly challenges: Challenges,
    private readonly signIn: SignIn,
    private readonly acts: DescribedActs,
  ) {}

  /** Demands a passkey where the operator’s events name one; otherwise a password or the OIDC provider. */
  async options(origin: string, session: Session, operator: OperatorSnapshot, act: NamedAct) {
    const { environment } = this.terms;
    const described = this.acts.describe(act, operator);
    const terms = { session: session.id, act: actDigest(environment, act), described };
    const { id, challenge } = this.challenges.make<AskedTerms>('step-up', terms);
    const asked = { challenge_id: id, act: described };
    const rows = (await this.keys.of(operator.id)).filter((row) => this.operators.proven([row]) !== null);
    if (hasPasskey(operator)) {
      const passkeys = rows.flatMap(({ passkey_id }) => passkey_id ?? []);
      const options = await requestOptions(origin, challenge, passkeys);
      return { ...asked, method: 'passkey' as const, options };
    }
    const isLocal = rows.some(({ kind }) => kind === 'password');
    return { ...asked, method: isLocal ? ('password' as const) : ('oidc' as const) };
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
    client: ProvingClient,
  ): Promise<string> {
    const challenge = this.open(answer.challenge_id, session);
    const rows = await this.keys.of(operator.id);
    if (answer.credential !== undefined) {
      const id = passkeyIdOf(answer.credential);
      const key = this.operators.proven(rows.filter(({ passkey_id }) => passkey_id?.equals(id) === true));
      if (key === null) throw new ServiceError('session.sign_in_failed');
      await this.signIn.requireAnswer(origin, challenge.challenge, answer.credential, key);
    } else if (hasPasskey(operator)) {
      // It must be used: an onlooker can learn a password, and a session at the OIDC provider may be open already.
      throw new ServiceError('session.challenge_invalid');
    } else if (answer.password !== undefined) {
      const key = this.operators.proven(rows.filter(({ kind }) => kind === 'password'));
      await this.signIn.requirePassword(client, operator.id, key, answer.password);
    } else if (client.vouchedFor !== challenge.challenge) throw new ServiceError('session.step_up_required');
    await this.challenges.spend(challenge);
    const { act } = challenge.terms;
    return this.challenges.make<ActTerms>('proof', { session: session.id, act }).id;
  }

  /** A challenge of a session. @throws ServiceError `session.challenge_invalid` for another session’s. */
  open(challengeId: string, session: Session): Challenge<AskedTerms> {
    const challenge = this.challenges.open<AskedTerms>('step-up', challengeId);
    if (challenge.terms.session !== session.id) throw new ServiceError('session.challenge_invalid');
    return challenge;
  }

  /**
   * Refuses an act without a proof. Each proof serves one act only.
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
}

/** Judged by the events, so that nobody can delete the row of a passkey to get by with a password. */
function hasPasskey({ keys }: OperatorSnapshot): boolean {
  return keys.some(({ kind }) => kind === 'passkey');
}
