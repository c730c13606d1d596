import { OPERATOR_BOUNDS, invitationLink, newId, newInvitation, type RoleGrant } from '@service/contracts';
import { openOperatorCommands } from '@service/credential-authority';
import { newCommand } from '@service/messaging/commands';
import type { CommandTarget } from '@service/platform/commands';
import { HOST_ISSUER, actAsHost } from '../host/host-commands.js';

/** Somebody who was invited, and the link that makes whoever opens it that operator. */
export interface InvitedOperator {
  operatorId: string;
  link: string;
}

/**
 * Invites somebody to the Console, as whoever reaches the host may: the first operator, and the way back in. A line in the
 * history tells of it; in that of all projects, where the role is for all.
 * @param origin of the Console.
 * @throws StartError where there is no such project, or the history cannot be written.
 */
export async function inviteOperator(
  target: CommandTarget,
  grant: RoleGrant,
  origin: string,
): Promise<InvitedOperator> {
  const operatorId = newId('operator');
  const { token, invitation } = newInvitation(OPERATOR_BOUNDS.hostInvitationSeconds);
  const act = { operation: 'operators.invite', projectId: grant.project_id, subject: operatorId };
  await actAsHost(target, act, 'link', ({ pool, authentication, requestId }) => {
    const source = { key: operatorId, project_id: null, issued_by: HOST_ISSUER, request_id: requestId };
    const payload = { grants: [grant], invitation };
    const commands = openOperatorCommands(pool, authentication);
    return commands.handle(newCommand('operator.invite', payload, source));
  });
  return { operatorId, link: invitationLink(origin, target.environment, token) };
}
