import { Inject, Injectable } from '@nestjs/common';
import {
  OPERATOR_BOUNDS,
  ServiceError,
  UnavailableError,
  invitationLink,
  newId,
  newInvitation,
  type CommandPayload,
  type Environment,
  type OperatorSnapshot,
} from '@service/contracts';
import { ConsoleAddress } from '../infrastructure/console-address.js';
import { ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Page } from '../interface/inputs/pagination.js';
import type { Call } from '../interface/call.js';
import { CommandSender } from '../owners/command-sender.js';
import { GatewayViews } from '../views/gateway-views.js';
import { isSeen, managedTeam, seenGrants, type ManagedTeam } from './managed-team.js';
import type { InviteBody } from './operator.bodies.js';
import { OperatorProfiles, type OperatorProfile } from './operator-profiles.js';
import type { OperatorQuery } from './operator.query.js';
import type { Answer } from '../interface/schemas/schemas.js';

/** Operators, for callers that manage the team of a project or of all projects. */
@Injectable()
export class Operators {
  constructor(
    private readonly commands: CommandSender,
    private readonly views: GatewayViews,
    private readonly profiles: OperatorProfiles,
    private readonly cursors: Cursors,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly address: ConsoleAddress,
  ) {}

  /**
   * Invites somebody. The link is answered only once: a retry of the request gets null.
   * @throws ServiceError `authority.insufficient_scope` for a role that the caller may not give, `request.invalid`.
   */
  async invite(call: Call, { name, grants, host }: InviteBody): Promise<InvitedOperator> {
    const origin = this.address.ofLink(host);
    const { token, invitation } = newInvitation(OPERATOR_BOUNDS.invitationSeconds);
    const operator = await this.commands.send('operator.invite', call, newId('operator'), {
      grants,
      invitation,
    });
    if (name !== undefined) await this.profiles.nameInvited(operator.id, name);
    return this.withLink(call, operator, invitation.digest, token, origin);
  }

  /**
   * Replaces an invitation that was not redeemed yet; the former link ends.
   * @throws ServiceError `operator.not_found`, `operator.version_conflict`, `operator.transition_not_allowed`,
   *   `authority.insufficient_scope`.
   */
  async renewInvitation(
    call: Call,
    id: string,
    expected_version: number | null,
    host: string | undefined,
  ): Promise<InvitedOperator> {
    const origin = this.address.ofLink(host);
    await this.find(call, id);
    const { token, invitation } = newInvitation(OPERATOR_BOUNDS.invitationSeconds);
    const payload = { invitation, expected_version };
    const operator = await this.commands.send('operator.renew_invitation', call, id, payload);
    return this.withLink(call, operator, invitation.digest, token, origin);
  }

  /**
   * Removes an operator, or replaces the roles that the caller may give and take.
   * @throws ServiceError `operator.not_found` and the owner's refusals.
   */
  async change<Type extends 'operator.change_roles' | 'operator.remove'>(
    type: Type,
    call: Call,
    id: string,
    payload: CommandPayload<Type>,
  ): Promise<ShownOperator> {
    await this.find(call, id);
    return this.shown(call, await this.commands.send(type, call, id, payload));
  }

  /** @throws ServiceError `operator.not_found`, also where the caller may see none of its roles. */
  async read(call: Call, id: string): Promise<ShownOperator> {
    return this.shown(call, await this.find(call, id));
  }

  /** A page of the operators that the caller sees, newest first. */
  async list(call: Call, query: OperatorQuery): Promise<Page<ShownOperator>> {
    const { freshness, directory } = this.views;
    freshness.directory.require();
    const manages = managedTeam(directory, call);
    const cursors = this.cursors.of('operators.list', call.projectId, query);
    const [, last] = cursors.time(query.cursor) ?? [];
    const { state, from = '', to = '~', limit } = query;
    const found = [...directory.operators()]
      .filter((operator) => isSeen(operator, manages))
      .filter((operator) => state === undefined || state.includes(operator.state))
      .filter(({ created_at }) => created_at >= from && created_at < to)
      .filter(({ id }) => last === undefined || id < last)
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, limit + 1);
    const profileOf = await this.profiles.of(found.map(({ id }) => id));
    return cursors.page(
      found,
      limit,
      ({ id, created_at }) => [created_at, id],
      (operator) => shownOperator(operator, profileOf(operator.id), manages),
    );
  }

  /** @throws ServiceError `operator.not_found`; `service.unavailable` where an event is not authentic. */
  private async find(call: Call, id: string): Promise<OperatorSnapshot> {
    const { directory, freshness, justWritten } = this.views;
    freshness.directory.require();
    const found = await justWritten.find(call, 'operator', id, () => directory.operator(id) ?? null);
    if (found === null || !isSeen(found, managedTeam(directory, call))) {
      throw new ServiceError('operator.not_found');
    }
    if (directory.isTampered(id)) throw new UnavailableError({ cause: 'events_not_authentic', id });
    return found;
  }

  private async withLink(
    call: Call,
    operator: OperatorSnapshot,
    digest: string,
    token: string,
    origin: string,
  ): Promise<InvitedOperator> {
    // The result of an earlier command had another token.
    const isNew = operator.invitation?.digest === digest;
    return {
      ...(await this.shown(call, operator)),
      invitation_link: isNew ? invitationLink(origin, this.environment, token) : null,
    };
  }

  private async shown(call: Call, operator: OperatorSnapshot): Promise<ShownOperator> {
    const profileOf = await this.profiles.of([operator.id]);
    const manages = managedTeam(this.views.directory, call);
    return shownOperator(operator, profileOf(operator.id), manages);
  }
}

/** An operator as it is shown to a manager of some of its roles, without its other roles. */
type ShownOperator = Answer<'Operator'>;

/** The link is null in the answer to a retry, because it was returned before. */
type InvitedOperator = Answer<'InvitedOperator'>;

function shownOperator(
  operator: OperatorSnapshot,
  { name, address }: OperatorProfile,
  manages: ManagedTeam,
): ShownOperator {
  const { id, state, version, keys, invitation, invited_by, invited_at, created_at, updated_at } = operator;
  return {
    id,
    state,
    version,
    name,
    address,
    grants: seenGrants(operator, manages),
    keys: [...keys],
    invited_by,
    invited_at,
    invitation_expires_at: invitation?.expires_at ?? null,
    created_at,
    updated_at,
  };
}
