import { Injectable } from '@nestjs/common';
import { UnavailableError } from '@service/contracts';
import { KeyRing } from '@service/evidence';
import { GatewayViews } from '../views/gateway-views.js';
import { keySetOf, type KeySet } from './key-set.js';

/** Reads the public keys of the environment. */
@Injectable()
export class ReadKeys {
  constructor(
    private readonly views: GatewayViews,
    private readonly ring: KeyRing,
  ) {}

  /** @throws ServiceError `service.unavailable` while the view is too far behind, or the log has no position yet. */
  execute(): KeySet {
    const { directory, freshness, heads } = this.views;
    freshness.directory.require();
    const { origin } = heads;
    if (origin === null) throw new UnavailableError({ cause: 'log_head_missing' });
    const published = [...directory.publishedKeys()].map(({ snapshot }) => snapshot);
    return keySetOf(published, this.ring, origin);
  }
}
