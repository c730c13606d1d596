import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  agreedDate,
  ServiceError,
  isStorable,
  kindFor,
  type CommandPayload,
  type CredentialSnapshot,
  type Environment,
  type HeldCapability,
  type RotateCredential,
  type StoredSecret,
} from '@service/contracts';
import { LastUses } from '@service/history';
import { Repository, Raw, type FindOptionsWhere } from 'typeorm';
import type { Call } from '../interface/call.js';
import { CommandSender, type CommandSource } from '../owners/command-sender.js';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Page } from '../interface/inputs/pagination.js';
import { CredentialEntity } from '../views/snapshot.entities.js';
import { hasEnded } from '../views/directory-credentials.js';
import type { CredentialQuery } from './credential.query.js';
import { amongCredentials, fittingCredentials } from './fitting-credentials.js';
import { CELL, ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import { GatewayViews } from '../views/gateway-views.js';
import { listNewest } from '../lists/list-newest.js';
import { Pepper } from '../admission/authentication/peppers/pepper.js';
import {
  shownCredential,
  usedCredential,
  type IssuedCredential,
  type ShownCredential,
  type UsedCredential,
} from './shown-credential.js';
import { FormerSecretUses } from '../admission/authentication/former-secret-uses.js';
import { makeToken } from '../admission/authentication/tokens/token.js';
import { prepareIssue, sealToken, type WantedCredential } from './prepare-issue.js';
import type { Caller } from '../admission/authentication/caller.js';

/** Issues, reads and changes credentials. Secrets are generated here; commands carry only their HMAC. */
@Injectable()
export class Credentials {
  constructor(
    private readonly commands: CommandSender,
    private readonly views: GatewayViews,
    @InjectRepository(CredentialEntity) private readonly credentials: Repository<CredentialEntity>,
    private readonly pepper: Pepper,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CELL) private readonly cell: number,
    private readonly lastUses: LastUses,
    private readonly formerUses: FormerSecretUses,
    private readonly cursors: Cursors,
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
    const { id, payload } = prepareIssue(this.pepper, source.projectId, wanted, token);
    const credential = await this.commands.send('credential.issue', source, id, payload);
    return withToken(credential, payload.secret, token);
  }

  /**
   * Gives a credential a new token, which is returned only once; the previous one works until the overlap ends.
   * @throws ServiceError `credential.not_found`, `credential.transition_not_allowed`, `credential.rotating`,
   *   `credential.version_conflict`; `authority.insufficient_scope` and `credential.limited` for a credential that
   *   exceeds the caller's own.
   */
  async rotate(
    call: Call,
    id: string,
    rotation: Omit<RotateCredential, 'secret'>,
  ): Promise<IssuedCredential> {
    const credential = await this.find(call, id);
    const token = this.newToken(credential.capabilities);
    const secret = sealToken(this.pepper, token, credential);
    const rotated = await this.commands.send('credential.rotate', call, id, { ...rotation, secret });
    return withToken(rotated, secret, token);
  }

  /** @throws ServiceError `credential.not_found` and the owner's refusals. */
  async change<Type extends 'credential.update' | 'credential.revoke'>(
    type: Type,
    call: Call,
    id: string,
    payload: CommandPayload<Type>,
  ): Promise<UsedCredential> {
    await this.find(call, id);
    return this.withLastUse(shownCredential(await this.commands.send(type, call, id, payload)));
  }

  /** @throws ServiceError `credential.not_found`. */
  async read(caller: AskingCredential, id: string): Promise<UsedCredential> {
    return this.withLastUse(shownCredential(await this.find(caller, id)));
  }

  async list(caller: AskingCredential, query: CredentialQuery): Promise<Page<UsedCredential>> {
    const now = agreedDate();
    const fitting = fittingCredentials(query, now);
    // Not for a limited caller, whose pages must not show where credentials are that it does not see.
    const among = caller.authorities === null ? amongCredentials(query) : null;
    const { data, next_cursor } = await listNewest(
      this.credentials,
      {
        cursors: this.cursors.of('credentials.list', caller.projectId, query),
        freshness: this.views.freshness.directoryTables,
        where: reachedRows(caller).map((rows) => ({ ...rows, ...fitting })),
        ...(among !== null && {
          among: among.map((rows) => ({ project_id: caller.projectId as string, ...rows })),
        }),
        toItem: (row) => shownCredential(row.snapshot, now),
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
    const [moments, oldMoments] = await Promise.all([
      this.lastUses.of(credentials.map(({ id }) => id)),
      this.formerUses.of(credentials.flatMap(({ rotation }) => rotation?.old_key_id ?? [])),
    ]);
    return credentials.map((credential) => usedCredential(credential, moments, oldMoments));
  }

  private newToken(capabilities: readonly HeldCapability[]): string {
    return makeToken(kindFor(capabilities), this.environment, this.cell);
  }

  private async find(caller: AskingCredential, id: string): Promise<CredentialSnapshot> {
    const find = () => this.findInViews(caller, id);
    const found = await this.views.justWritten.find(caller, 'credential', id, find);
    if (found === null) throw new ServiceError('credential.not_found');
    return found;
  }

  /** Reads a live credential from memory, any other from the view: memory forgets ended ones after a while. */
  private async findInViews(caller: AskingCredential, id: string): Promise<CredentialSnapshot | null> {
    const known = this.views.directory.credential(id);
    if (known !== undefined && !hasEnded(known) && reachesCredential(caller, known)) return known;
    const row = isStorable(id) ? await this.credentials.findOne({ where: reachedRows(caller, id) }) : null;
    if (row === null) return null;
    // Memory may know of an end that the view does not show yet.
    return known === undefined ? row.snapshot : { ...known, metadata: row.snapshot.metadata };
  }
}

/** Adds the token, unless the result is that of an earlier command, which had another token. */
function withToken(credential: CredentialSnapshot, secret: StoredSecret, token: string): IssuedCredential {
  const isNew = credential.secrets[0]?.key_id === secret.key_id;
  return { ...shownCredential(credential), token: isNew ? token : null };
}

/** The members of a caller that decide which credentials it can see. */
type AskingCredential = Pick<Caller, 'credentialId' | 'projectId' | 'authorities'>;

/**
 * Whether a caller may see a credential of its project. A caller that is limited to some authorities sees itself, and
 * credentials that are limited to a subset of them: it could have issued no others.
 */
export function reachesCredential(
  { credentialId, projectId, authorities }: AskingCredential,
  credential: Pick<CredentialSnapshot, 'id' | 'project_id' | 'authorities'>,
): boolean {
  if (credential.project_id !== projectId) return false;
  if (authorities === null || credential.id === credentialId) return true;
  return credential.authorities?.every((id) => authorities.includes(id)) === true;
}

/** The rows of the credentials that a caller may see, or of one of these. */
function reachedRows(
  { credentialId, projectId, authorities }: AskingCredential,
  id?: string,
): FindOptionsWhere<CredentialEntity>[] {
  const ofProject = { project_id: projectId as string, ...(id === undefined ? {} : { id }) };
  if (authorities === null) return [ofProject];
  // A credential without limits has the JSON null, which no array contains.
  const limited = Raw((column) => `CAST(${column} AS jsonb) -> 'authorities' <@ CAST(:reached AS jsonb)`, {
    reached: JSON.stringify(authorities),
  });
  const others = { ...ofProject, snapshot: limited };
  return id === undefined || id === credentialId ? [{ ...ofProject, id: credentialId }, others] : [others];
}
