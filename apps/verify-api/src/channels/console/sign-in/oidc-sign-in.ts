import { Inject, Injectable } from '@nestjs/common';
import { agreedNow, ServiceError, UnavailableError, newId, type RoleGrant } from '@service/contracts';
import { CommandSender } from '../../../owners/command-sender.js';
import { isFreeFor } from '../keys/free-address.js';
import { KnownOperators, type ProvenKey } from '../keys/known-operators.js';
import { OperatorKeys, type ProfileOrErased } from '../keys/operator-keys.js';
import { oidcThumbprint } from '../keys/thumbprints.js';
import { grantedRoles, vouchedProfile } from './provider-claims.js';
import type { Redeeming } from './invitations.js';
import { OidcProvider, type OidcFlow, type VouchedPerson } from './oidc-provider.js';
import { RefusedSignIn } from './sign-in.js';

/**
 * Signs in people for whom the OIDC provider vouches. Their roles come from it alone, and each of its answers about them replaces
 * these.
 */
@Injectable()
export class OidcSignIn {
  constructor(
    readonly provider: OidcProvider,
    private readonly keys: OperatorKeys,
    private readonly operators: KnownOperators,
    @Inject(CommandSender) private readonly commands: Pick<CommandSender, 'send'>,
  ) {}

  /**
   * The operator of a person who returns from the provider, with the roles that the provider gives now.
   * @throws ServiceError `session.sign_in_failed` where the provider gives no role, and where the operator was removed.
   */
  async finish(callback: URL, flow: OidcFlow, request: Redeeming): Promise<ProvenKey> {
    const { person, grants, known } = await this.vouched(callback, flow);
    if (grants.length === 0 && known === null) throw new RefusedSignIn(null);
    return this.provision(person, grants, request);
  }

  /**
   * Gives the operator the roles that the provider gives now.
   * @throws ServiceError `session.sign_in_failed` where the provider gives none, or another person returns from it.
   */
  async requireOperator(
    callback: URL,
    flow: OidcFlow,
    operatorId: string,
    request: Redeeming,
  ): Promise<void> {
    const { person, grants, known } = await this.vouched(callback, flow);
    if (known?.operator.id !== operatorId) throw new RefusedSignIn(known?.operator.id ?? null);
    await this.provision(person, grants, request);
  }

  private async vouched(callback: URL, flow: OidcFlow) {
    const { roles, rolesClaim } = this.provider.terms;
    const person = await this.provider.finish(callback, flow);
    const grants = grantedRoles(roles, person.claims[rolesClaim]);
    const known = this.operators.proven(await this.keys.bySubject(person.issuer, person.subject));
    return { person, grants, known };
  }

  /**
   * Stores the row first, as for every key. The owner refuses a removed operator, one with another key, and roles that it does not
   * know.
   * @throws ServiceError `session.sign_in_failed` where they have no role now.
   */
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
    // An earlier sign-in may have stored the row, with another id; an erasure may have deleted it.
    const [row] = await this.keys.bySubject(issuer, subject);
    if (row === undefined) throw new UnavailableError({ cause: 'versions_not_shown', ids: [thumbprint] });
    const source = { projectId: null, credentialId: 'service:verify-api', ...request };
    const give = (now: RoleGrant[]) =>
      this.commands
        .send('operator.provision', source, row.operator_id, {
          grants: now,
          key: { kind: 'oidc' as const, thumbprint },
        })
        .then(() => null, refusalOf);
    // The former roles end also where the new ones cannot be given.
    const refusal = await give(grants);
    if (refusal !== null) await give([]);
    // The key is of another operator for good, such as one that was erased: the subject would come back.
    if (refusal?.code === 'operator.key_refused') await this.keys.remove(row.operator_id, thumbprint);
    if (refusal !== null || grants.length === 0) throw new RefusedSignIn(row.operator_id);
    await this.setProfile(row.operator_id, vouchedProfile({ claims, subject }));
    const proven = this.operators.proven([row]);
    if (proven === null) throw new UnavailableError({ cause: 'versions_not_shown', ids: [row.operator_id] });
    await this.keys.noteUse(thumbprint, null);
    return proven;
  }

  /** Leaves out an address that another operator has, so that the provider cannot pass one person off as another. */
  private async setProfile(operatorId: string, profile: ProfileOrErased): Promise<void> {
    const { address } = profile;
    if (address !== null) await isFreeFor(operatorId, address, this.keys, this.operators, agreedNow());
    if (await this.keys.setProfile(operatorId, profile)) return;
    await this.keys.setProfile(operatorId, { ...profile, address: null });
  }
}

/** @throws every other failure. */
function refusalOf(failure: unknown): ServiceError {
  if (failure instanceof ServiceError && failure.status < 500) return failure;
  throw failure;
}
