import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  ServiceError,
  agreedDate,
  isStorable,
  linkStateAt,
  newId,
  type Environment,
  type LinkSnapshot,
} from '@service/contracts';
import { Raw, type FindOptionsWhere, Repository } from 'typeorm';
import { Pepper } from '../admission/authentication/peppers/pepper.js';
import { ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import type { Call } from '../interface/call.js';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Page } from '../interface/inputs/pagination.js';
import { listNewest } from '../lists/list-newest.js';
import { CommandSender } from '../owners/command-sender.js';
import { reaches } from '../views/asking-caller.js';
import { GatewayViews } from '../views/gateway-views.js';
import { RecordReader } from '../views/records/record-reader.js';
import { LinkEntity } from '../views/snapshot.entities.js';
import { SHOWN_BY_DEFAULT, type CreateLinkBody } from './link.bodies.js';
import type { CreatedQuery } from '../interface/inputs/created.query.js';
import { makeLinkSecret, sealLinkSecret } from './link-secret.js';

/** A link as it is answered, without the HMAC of its secret. */
type ShownLink = Omit<LinkSnapshot, 'secret' | 'authority_id'>;

/** The path, with the secret in its fragment, is null in the answer to a retry, because it was returned before. */
type CreatedLink = ShownLink & { path: string | null };

/** Makes, reads and revokes the links of records. Secrets are generated here; commands carry only their HMAC. */
@Injectable()
export class Links {
  constructor(
    private readonly commands: CommandSender,
    private readonly views: GatewayViews,
    private readonly records: RecordReader,
    @InjectRepository(LinkEntity) private readonly links: Repository<LinkEntity>,
    private readonly pepper: Pepper,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly cursors: Cursors,
  ) {}

  /** @throws ServiceError `record.not_found`, `link.limit_reached`. */
  async create(call: Call, recordId: string, wanted: CreateLinkBody): Promise<CreatedLink> {
    const { authority_id } = await this.recordOf(call, recordId);
    const { shows = [...SHOWN_BY_DEFAULT], proof = 'history', expires_at = null } = wanted;
    const secret = makeLinkSecret();
    const id = newId('link');
    const holder = { id, project_id: call.projectId, record_id: recordId, proof, expires_at };
    const sealed = sealLinkSecret(this.pepper, secret, holder);
    const terms = { record_id: recordId, authority_id, shows, proof, expires_at };
    const link = await this.commands.send('link.create', call, id, { ...terms, secret: sealed });
    const isNew = link.secret.hmac === sealed.hmac;
    // The page checks that it is answered about this record, and no less than this link discloses.
    const asked = proof === 'answer' ? `${recordId}_answer` : recordId;
    return { ...shownLink(link), path: isNew ? `/v/${this.environment}#${id}_${secret}_${asked}` : null };
  }

  /** @throws ServiceError `record.not_found`. */
  async list(call: Call, recordId: string, query: CreatedQuery): Promise<Page<ShownLink>> {
    await this.recordOf(call, recordId);
    return listNewest(
      this.links,
      {
        cursors: this.cursors.of(`links.list/${recordId}`, call.projectId, query),
        freshness: this.views.freshness.links,
        where: [ofRecord(call.projectId, recordId)],
        toItem: ({ snapshot }) => shownLink(snapshot),
      },
      query,
    );
  }

  /** @throws ServiceError `link.not_found`. */
  async read(call: Call, id: string): Promise<ShownLink> {
    return shownLink(await this.find(call, id));
  }

  /**
   * Ends a link; one that has ended stays as it is.
   * @throws ServiceError `link.not_found`.
   */
  async revoke(call: Call, id: string, reason: string): Promise<ShownLink> {
    await this.find(call, id);
    return shownLink(await this.commands.send('link.revoke', call, id, { reason }));
  }

  private async find(call: Call, id: string): Promise<LinkSnapshot> {
    const found = await this.views.justWritten.find(call, 'link', id, async () => {
      this.views.freshness.links.require();
      const row = isStorable(id) ? await this.links.findOneBy({ id, project_id: call.projectId }) : null;
      return row !== null && reaches(call, row.snapshot.authority_id) ? row.snapshot : null;
    });
    if (found === null) throw new ServiceError('link.not_found');
    return found;
  }

  private async recordOf(call: Call, id: string): Promise<{ authority_id: string }> {
    const asOf = await this.views.heads.current();
    this.views.freshness.records.require();
    const record = await this.records.findFor(call, id, asOf.within);
    if (record === null) throw new ServiceError('record.not_found');
    return record.snapshot;
  }
}

function ofRecord(project_id: string, record: string): FindOptionsWhere<LinkEntity> {
  return { project_id, snapshot: Raw((column) => `${column} ->> 'record_id' = :record`, { record }) };
}

/** A link as it is answered, with its current state. */
function shownLink(link: LinkSnapshot, now = agreedDate()): ShownLink {
  const { secret: _secret, authority_id: _authority, ...shown } = link;
  return { ...shown, state: linkStateAt(link, now) };
}
