import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { agreedDate, ServiceError, linkStateAt, newId, type LinkSnapshot } from '@service/contracts';
import { Repository } from 'typeorm';
import type { Caller } from '../admission/authentication/caller.js';
import { Peppers } from '../admission/authentication/peppers/peppers.js';
import { GatewayViews } from '../views/gateway-views.js';
import { LinkEntity } from '../views/snapshot.entities.js';
import { isLinkSecret, makeLinkSecret, parseLinkKey, sealLinkSecret, type LinkKey } from './link-secret.js';

/** What the `Authorization` header of an opening begins with. */
const SCHEME = 'Link ';
/** Operations a second of one link. */
const RATE = { verify: 10 };
const NO_QUOTA = {};
/** Whoever holds a link may be of no project. */
const HOLDER = { projectId: null, authorities: null };

/** Recognises links by their secrets. */
@Injectable()
export class KnownLinks {
  /** Stands in for an unknown link, so that its check takes as long as that of a known one. */
  private readonly unknown: LinkSnapshot;

  constructor(
    private readonly views: GatewayViews,
    private readonly peppers: Peppers,
    @InjectRepository(LinkEntity) private readonly links: Repository<LinkEntity>,
  ) {
    const holder = {
      id: newId('link'),
      project_id: newId('project'),
      record_id: newId('record'),
      proof: 'history',
      expires_at: null,
    } as const;
    const secret = sealLinkSecret(peppers.newest, makeLinkSecret(), holder);
    this.unknown = { ...holder, secret, state: 'active' } as LinkSnapshot;
  }

  /**
   * The link of an `Authorization` header, open or not. Whatever is wrong with the header, the same is done and answered.
   * @throws ServiceError `link.not_found`; `service.unavailable` while a view is stale, which may lack a revocation, or
   * lacks a link that another replica made a moment ago.
   */
  async of(authorization = ''): Promise<LinkSnapshot> {
    this.views.freshness.links.require();
    this.views.freshness.directory.require();
    const { id, secret } = keyOf(authorization) ?? { id: this.unknown.id, secret: '' };
    const row = await this.views.justWritten.find(HOLDER, 'link', id, () => this.links.findOneBy({ id }));
    const link = row?.snapshot ?? this.unknown;
    const pepper = this.peppers.named(link.secret.pepper_id) ?? this.peppers.newest;
    const isRight = isLinkSecret(pepper, secret, link);
    if (row === null || !isRight) throw new ServiceError('link.not_found');
    return link;
  }

  /** @throws ServiceError `link.not_found` where it has ended, or its project may not be served. */
  requireOpen(link: LinkSnapshot, now = agreedDate()): void {
    const { directory } = this.views;
    const isOpen =
      linkStateAt(link, now) === 'active' &&
      directory.project(link.project_id)?.state === 'active' &&
      !directory.isTampered(link.project_id);
    if (!isOpen) throw new ServiceError('link.not_found');
  }

  /** The caller that a link stands for; it spends no quota. */
  callerOf({ id, project_id, authority_id }: LinkSnapshot): Caller {
    return {
      credentialId: id,
      actor: { type: 'link', id },
      projectId: project_id,
      payer: id,
      capabilities: ['verify'],
      authorities: [authority_id],
      rateLimit: RATE,
      quota: NO_QUOTA,
    };
  }
}

function keyOf(authorization: string): LinkKey | null {
  return authorization.startsWith(SCHEME) ? parseLinkKey(authorization.slice(SCHEME.length)) : null;
}
