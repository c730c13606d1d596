import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  ServiceError,
  newId,
  type CredentialSnapshot,
  type Environment,
  type HeldCapability,
  type IssueCredential,
  type StoredSecret,
  type UpdateCredential,
} from '@service/contracts';
import { LastUses } from '@service/history';
import { Repository } from 'typeorm';
import type { Call } from '../operations/call.js';
import { CommandSender, type CommandSource } from '../use-cases/command-sender.js';
import type { Page, PageQuery } from '../inputs/pagination.js';
import { CredentialEntity } from '../views/snapshot.entities.js';
import { ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import { GatewayViews } from '../views/gateway-views.js';
import { listNewest } from '../use-cases/list-newest.js';
import { Pepper } from '../authentication/peppers/pepper.js';
import { shownCredential, type IssuedCredential, type ShownCredential } from './shown-credential.js';
import { kindFor, makeToken, parseToken } from '../authentication/tokens/token.js';

/** A credential with the time of its last use. */
export type UsedCredential = ShownCredential & { last_used_at: string | null };

/** The requested terms; a missing one is no limit, and a missing expiry is set by the project's policy. */
export type WantedCredential = Pick<IssueCredential, 'name' | 'capabilities'> &
  Partial<Omit<IssueCredential, 'secret'>>;

/** Issues, reads and changes credentials. Secrets are generated here; commands carry only their HMAC. */
@Injectable()
export class Credentials {
  constructor(
    private readonly commands: CommandSender,
    private readonly views: GatewayViews,
    @InjectRepository(CredentialEntity) private readonly credentials: Repository<CredentialEntity>,
    private readonly pepper: Pepper,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly lastUses: LastUses,
  ) {}

  /**
   * Issues a credential, with a given token or a new one. The token is returned only once: a retry of the request gets
   * null.
   * @throws ServiceError if the terms exceed those of the issuing credential: `authority.insufficient_scope` for
   *   capabilities, `request.invalid` for other terms.
   */
  async issue(
    source: CommandSource,
    wanted: WantedCredential,
    token = this.newToken(wanted.capabilities),
  ): Promise<IssuedCredential> {
    const secret = this.seal(token);
    const { authorities = null, allowed_ips = null, rate_limit = null, metadata = {}, ...others } = wanted;
    const terms = { ...others, authorities, allowed_ips, rate_limit, metadata, secret };
    const id = newId('credential');
    const credential = await this.commands.send('credential.issue', source, id, terms);
    return withToken(credential, secret, token);
  }

  /**
   * Gives a credential a new token, which is returned only once; the previous one works until the overlap ends.
   * @throws ServiceError `credential.not_found`, `credential.transition_not_allowed`,
   *   `credential.version_conflict`; `authority.insufficient_scope` for a credential that exceeds the caller's own.
   */
  async rotate(
    call: Call,
    id: string,
    overlapSeconds: number,
    expectedVersion: number | null,
  ): Promise<IssuedCredential> {
    const token = this.newToken(this.find(call.projectId, id).capabilities);
    const secret = this.seal(token);
    const rotation = { secret, overlap_seconds: overlapSeconds, expected_version: expectedVersion };
    return withToken(await this.commands.send('credential.rotate', call, id, rotation), secret, token);
  }

  /**
   * @throws ServiceError `credential.not_found`, `credential.transition_not_allowed`,
   *   `credential.version_conflict`.
   */
  async update(
    call: Call,
    id: string,
    changes: Omit<UpdateCredential, 'expected_version'>,
    expectedVersion: number | null,
  ): Promise<UsedCredential> {
    this.find(call.projectId, id);
    const change = { ...changes, expected_version: expectedVersion };
    return this.withLastUse(shownCredential(await this.commands.send('credential.update', call, id, change)));
  }

  /**
   * @throws ServiceError `credential.not_found`, `credential.transition_not_allowed`,
   *   `credential.version_conflict`.
   */
  async revoke(
    call: Call,
    id: string,
    reason: string,
    expectedVersion: number | null,
  ): Promise<UsedCredential> {
    this.find(call.projectId, id);
    const change = { reason, expected_version: expectedVersion };
    return this.withLastUse(shownCredential(await this.commands.send('credential.revoke', call, id, change)));
  }

  /** @throws ServiceError `credential.not_found`. */
  async read(projectId: string, id: string): Promise<UsedCredential> {
    return this.withLastUse(shownCredential(this.find(projectId, id)));
  }

  async list(projectId: string, query: PageQuery): Promise<Page<UsedCredential>> {
    const { data, next_cursor } = await listNewest(
      this.credentials,
      {
        freshness: this.views.freshness.directoryTables,
        timeColumn: 'created_at',
        where: [{ project_id: projectId }],
        toItem: (row) => shownCredential(row.snapshot),
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

  private newToken(capabilities: readonly HeldCapability[]): string {
    return makeToken(kindFor(capabilities), this.environment);
  }

  private seal(token: string): StoredSecret {
    const parsed = parseToken(token);
    if (parsed === null) throw new TypeError('The token is not one of this service.');
    return this.pepper.seal(parsed);
  }

  private find(projectId: string, id: string): CredentialSnapshot {
    const credential = this.views.directory.credential(id);
    if (credential?.project_id !== projectId) throw new ServiceError('credential.not_found');
    return credential;
  }
}

/** Adds the token, unless the result is that of an earlier command, which had another token. */
function withToken(credential: CredentialSnapshot, secret: StoredSecret, token: string): IssuedCredential {
  const isNew = credential.secrets[0]?.key_id === secret.key_id;
  return { ...shownCredential(credential), token: isNew ? token : null };
}
