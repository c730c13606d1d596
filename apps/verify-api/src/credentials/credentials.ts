import { Injectable } from '@nestjs/common';
import {
  ServiceError,
  credentialStateAt,
  newId,
  type CredentialSnapshot,
  type CredentialTerms,
  type Environment,
  type HeldCapability,
} from '@service/contracts';
import { DataSource } from 'typeorm';
import type { RequestSource } from '../http/access.js';
import { CommandSender, type CommandSource } from '../http/command-sender.js';
import type { Page, PageQuery } from '../http/pagination.js';
import { CredentialEntity } from '../views/directory.entities.js';
import { LastUses } from '../usage/last-uses.js';
import { GatewayViews } from '../views/gateway-views.js';
import { listNewest } from '../views/list-newest.js';
import { requireCapability } from './authenticator.js';
import { Pepper } from './pepper.js';
import { kindFor, makeToken, parseToken } from './token.js';

/** A credential as it is answered: no secret, and no HMAC of one. */
export type ShownCredential = Omit<CredentialSnapshot, 'secrets'> & { key_id: string };

/** The same with when it was used last. */
export type UsedCredential = ShownCredential & { last_used_at: string | null };

/** Its token is null where the credential was issued, and its token answered, before. */
export type IssuedCredential = ShownCredential & { token: string | null };

export const ENVIRONMENT = Symbol('Environment');

/** Issues, reads and revokes credentials. Every secret is made here; only its HMAC travels on. */
@Injectable()
export class Credentials {
  constructor(
    private readonly commands: CommandSender,
    private readonly views: GatewayViews,
    private readonly database: DataSource,
    private readonly pepper: Pepper,
    private readonly environment: Environment,
    private readonly lastUses: LastUses,
  ) {}

  /**
   * Issues a credential and answers its token, this once: a repetition of the request finds it null.
   * @throws ServiceError `authority.insufficient_scope` for a capability, `request.invalid` for an expiry,
   *   beyond the caller's own; `audit` may be given without being held.
   */
  async issueFor(caller: RequestSource, wanted: CredentialTerms): Promise<IssuedCredential> {
    requireConsistent(wanted.capabilities);
    for (const capability of wanted.capabilities) {
      if (capability !== 'audit') requireCapability(caller, capability);
    }
    return this.issue(caller, wanted);
  }

  /** Issues a credential, with a token that was made before or a new one. */
  async issue(
    source: CommandSource,
    wanted: CredentialTerms,
    token = makeToken(kindFor(wanted.capabilities), this.environment),
  ): Promise<IssuedCredential> {
    const parsed = parseToken(token);
    if (parsed === null) throw new TypeError('The token is not one of this service.');
    const secret = this.pepper.seal(parsed);
    const credential = await this.commands.send('credential.issue', source, newId('credential'), {
      ...wanted,
      secret,
    });
    const isNew = credential.secrets[0]?.key_id === secret.key_id;
    return { ...shownCredential(credential), token: isNew ? token : null };
  }

  /** @throws ServiceError `credential.not_found`, `credential.transition_not_allowed`. */
  async revoke(
    source: RequestSource,
    id: string,
    reason: string,
    expectedVersion: number | null,
  ): Promise<UsedCredential> {
    this.find(source.projectId, id);
    const change = { reason, expected_version: expectedVersion };
    return this.withLastUse(
      shownCredential(await this.commands.send('credential.revoke', source, id, change)),
    );
  }

  /** @throws ServiceError `credential.not_found`. */
  async read(projectId: string, id: string): Promise<UsedCredential> {
    return this.withLastUse(shownCredential(this.find(projectId, id)));
  }

  async list(projectId: string, query: PageQuery): Promise<Page<UsedCredential>> {
    const { data, next_cursor } = await listNewest(
      this.database,
      {
        entity: CredentialEntity,
        freshness: this.views.freshness.directoryTables,
        timeColumn: 'created_at',
        where: [{ project_id: projectId }],
        toItem: (row: CredentialEntity) => shownCredential(row.snapshot),
      },
      query,
    );
    return { data: await this.withLastUses(data), next_cursor };
  }

  private async withLastUse(credential: ShownCredential): Promise<UsedCredential> {
    const [used] = await this.withLastUses([credential]);
    return used as UsedCredential;
  }

  private async withLastUses(credentials: ShownCredential[]): Promise<UsedCredential[]> {
    const moments = await this.lastUses.of(credentials.map(({ id }) => id));
    return credentials.map((each) => ({ ...each, last_used_at: moments.get(each.id) ?? null }));
  }

  private find(projectId: string, id: string): CredentialSnapshot {
    const credential = this.views.directory.credential(id);
    if (credential?.project_id !== projectId) throw new ServiceError('credential.not_found');
    return credential;
  }
}

function shownCredential({ secrets, ...credential }: CredentialSnapshot): ShownCredential {
  return {
    ...credential,
    state: credentialStateAt({ secrets, ...credential }, new Date()),
    key_id: secrets[0]?.key_id ?? '',
  };
}

/** An audit credential sees and changes nothing else, and its prefix says so. */
function requireConsistent(capabilities: readonly HeldCapability[]): void {
  if (!capabilities.includes('audit')) return;
  if (capabilities.every((capability) => capability === 'audit' || capability === 'read')) return;
  throw new ServiceError('request.invalid', {
    details: [{ field: 'capabilities', issue: 'audit goes with read only' }],
  });
}
