import { ServiceError, UnavailableError, newId, type RoleGrant } from '@service/contracts';
import type { CommandSender } from '../../../owners/command-sender.js';
import type { Challenges } from '../challenges.js';
import type { OidcTerms } from '../console-terms.js';
import { isFreeFor } from '../keys/free-address.js';
import type { KnownOperators, ProvenKey } from '../keys/known-operators.js';
import type { OperatorKeys, ProfileOrErased } from '../keys/operator-keys.js';
import { oidcThumbprint } from '../keys/thumbprints.js';
import type { ActTerms, StepUp } from '../step-up/step-up.js';
import { grantedRoles } from './granted-roles.js';
import type { Redeeming } from './invitations.js';
import type { OidcProvider, OidcFlow, VouchedPerson } from './oidc-provider.js';
import { RefusedSignIn } from './sign-in.js';
import { vouchedProfile } from './vouched-profile.js';

/** Signs people in for whom the OIDC provider vouches; it alone says what they may do. */
export class OidcSignIn {
  constructor(
    private readonly terms: OidcTerms,
    readonly provider: OidcProvider,
    private readonly keys: OperatorKeys,
    private readonly operators: KnownOperators,
    private readonly challenges: Challenges,
    private readonly stepUp: StepUp,
    private readonly commands: Pick<CommandSender, 'send'>,
  ) {}

  /**
   * The operator of somebody who comes back from the provider, with the roles that it gives now.
   * @throws ServiceError `session.sign_in_failed` where it gives none, and where the operator was removed.
   */
  async finish(callback: URL, flow: OidcFlow, request: Redeeming): Promise<ProvenKey> {
    const person = await this.provider.finish(callback, flow);
    const grants = grantedRoles(this.terms.roles, person.claims[this.terms.rolesClaim]);
    const known = this.operators.proven(await this.keys.bySubject(person.issuer, person.subject));
    if (grants.length === 0) throw new RefusedSignIn(known?.operator.id ?? null);
    return this.provision(person, grants, request);
  }

  /**
   * Notes a fresh authentication of the operator of a challenge.
   * @throws ServiceError `session.sign_in_failed` for another person.
   */
  async finishStepUp(callback: URL, flow: OidcFlow): Promise<void> {
    const challenge = this.challenges.open<ActTerms>('step-up', flow.stepUp ?? '');
    const { issuer, subject } = await this.provider.finish(callback, flow);
    const known = this.operators.proven(await this.keys.bySubject(issuer, subject));
    if (known?.operator.id !== challenge.terms.operator) throw new RefusedSignIn(known?.operator.id ?? null);
    await this.stepUp.vouch(challenge);
  }

  /** The row first, as for every key; the owner refuses an operator who was removed, or who has another key. */
  private async provision(
    { issuer, subject, claims }: VouchedPerson,
    grants: RoleGrant[],
    request: Redeeming,
  ): Promise<ProvenKey> {
    const thumbprint = oidcThumbprint(issuer, subject);
    await this.keys.add({
      kind: 'oidc',
      thumbprint,
      operatorId: newId('operator'),
      name: null,
      issuer,
      subject,
    });
    // An earlier sign-in may have stored the row, with another id.
    const [row] = await this.keys.bySubject(issuer, subject);
    if (row === undefined) throw new TypeError('The row of a key is gone.');
    const source = { projectId: null, credentialId: 'service:verify-api', ...request };
    const payload = { grants, key: { kind: 'oidc' as const, thumbprint } };
    try {
      await this.commands.send('operator.provision', source, row.operator_id, payload);
    } catch (refusal) {
      const isRefused = refusal instanceof ServiceError && refusal.status < 500;
      throw isRefused ? new RefusedSignIn(row.operator_id) : refusal;
    }
    await this.setProfile(row.operator_id, vouchedProfile({ claims, subject }));
    const proven = this.operators.proven([row]);
    if (proven === null) throw new UnavailableError({ cause: 'versions_not_shown', ids: [row.operator_id] });
    await this.keys.noteUse(thumbprint, null);
    return proven;
  }

  /** Without an address that somebody else has: nobody is taken for another by what the provider says. */
  private async setProfile(operatorId: string, profile: ProfileOrErased): Promise<void> {
    const { address } = profile;
    if (address !== null) await isFreeFor(operatorId, address, this.keys, this.operators, Date.now());
    if (await this.keys.setProfile(operatorId, profile)) return;
    await this.keys.setProfile(operatorId, { ...profile, address: null });
  }
}
