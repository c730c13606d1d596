import {
  kindFor,
  type HeldCapability,
  type IssueCredential,
  type RotateCredential,
} from '@service/contracts';
import type { EventStore } from '@service/event-store';
import { newCommand } from '@service/messaging/commands';
import { AuthorityCommands } from '../authorities/authority-commands.js';
import { CredentialCommands } from '../credentials/credential-commands.js';
import { ProjectCommands } from '../projects/project-commands.js';
import type { MemoryStore } from './memory-store.js';
import { secret as sampleSecret } from './sample-credential.js';
import { SAMPLE_TERMS } from './sample-terms.js';

/** When the senders' credentials and authorities expire. */
export const END = '2027-01-01T00:00:00.000Z';
export const REASON = 'because';
/** Issues what no test issues with a credential. */
const HOST = 'service:host';

/** The app's commands on a store, each sent as the gateway sends it. */
export function sendersOn(memory: MemoryStore, most = Infinity, mostElements = Infinity) {
  const store = memory as unknown as EventStore;
  const projects = new ProjectCommands(store);
  const counts = {
    liveCredentials: (project: string) => memory.liveCredentialsIn(project),
    authorityElements: (project: string) => memory.authorityElementsIn(project),
  };
  const authorities = new AuthorityCommands(store, SAMPLE_TERMS, counts, mostElements);
  const credentials = new CredentialCommands(store, counts, most);
  /** From the host, unless the test names a credential. */
  const to = (key: string, project_id: string | null, issued_by: string = HOST) => ({
    key,
    project_id,
    issued_by,
  });
  const toProject = (id: string) => newCommand('project.create', { name: 'Registry' }, to(id, null));

  return {
    create: (id: string) => projects.handle(toProject(id)),
    limit(id: string, max_credential_days: number | null) {
      const payload = { max_credential_days, expected_version: null };
      return projects.handle(newCommand('project.update', payload, to(id, null)));
    },
    pause(id: string, expected_version: number | null = null) {
      const payload = { reason: REASON, expected_version };
      return projects.handle(newCommand('project.suspend', payload, to(id, null)));
    },
    resume(id: string, expected_version: number | null = null) {
      const payload = { reason: REASON, expected_version };
      return projects.handle(newCommand('project.resume', payload, to(id, null)));
    },
    block(id: string, subject: string, project: string | null, expected_version: number | null = null) {
      const payload = { subject, reason: REASON, expected_version };
      return projects.handle(newCommand('project.block_subject', payload, to(id, project)));
    },
    grant(id: string, project: string) {
      const payload = { issuer: 'Example Registry', scope: ['land'], valid_until: END, public_key: null };
      return authorities.handle(newCommand('authority.grant', payload, to(id, project)));
    },
    suspend(id: string, project: string, expected_version: number | null = null) {
      const payload = { reason: REASON, expected_version };
      return authorities.handle(newCommand('authority.suspend', payload, to(id, project)));
    },
    reinstate(id: string, project: string) {
      const payload = { reason: REASON, expected_version: null };
      return authorities.handle(newCommand('authority.reinstate', payload, to(id, project)));
    },
    issue(id: string, project: string | null, by: string = HOST, changes: Partial<IssueCredential> = {}) {
      const capabilities: HeldCapability[] = project === null ? ['operator'] : ['write'];
      const secret = sampleSecret(`key ${id}`, kindFor(changes.capabilities ?? capabilities));
      const limits = { authorities: null, allowed_ips: null, rate_limit: null, metadata: {} };
      const payload = { name: 'Importer', capabilities, expires_at: END, ...limits, secret, ...changes };
      return credentials.handle(newCommand('credential.issue', payload, to(id, project, by)));
    },
    rotate(id: string, project: string, by: string = id, changes: Partial<RotateCredential> = {}) {
      const secret = sampleSecret(`next ${id}`);
      const payload = { secret, overlap_seconds: 60, force: false, expected_version: null, ...changes };
      return credentials.handle(newCommand('credential.rotate', payload, to(id, project, by)));
    },
    rename(id: string, project: string, expected_version: number | null = null, by: string = id) {
      const payload = { name: 'Renamed', expected_version };
      return credentials.handle(newCommand('credential.update', payload, to(id, project, by)));
    },
    revoke(
      id: string,
      project: string | null,
      expected_version: number | null = null,
      by: string = 'service:verify-api',
    ) {
      const payload = { reason: REASON, expected_version };
      return credentials.handle(newCommand('credential.revoke', payload, to(id, project, by)));
    },
    expireAuthority: (id: string) => authorities.expire(id),
    expireCredential: (id: string) => credentials.expire(id),
  };
}
