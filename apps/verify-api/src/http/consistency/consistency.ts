import { Injectable } from '@nestjs/common';
import type { ShownVersions, Versions } from '../../views/shown-versions.js';
import type { RequestVersions } from '../../operations/call.js';
import type { ConsistencyTokens } from './consistency-tokens.js';

/** Reading one's writes at every replica, with tokens that say what was written. */
@Injectable()
export class Consistency {
  constructor(
    private readonly tokens: ConsistencyTokens,
    private readonly shown: ShownVersions,
  ) {}

  /**
   * Waits until this gateway shows what a token asks for.
   * @param header `Service-Consistency-Token` as it came.
   * @param lists whether the request may read lists.
   * @throws ServiceError `request.invalid`; `service.unavailable` where it isn't shown within a second.
   */
  async honour(header: string | string[], projectId: string | null, lists: boolean): Promise<Versions> {
    const versions = this.tokens.read(String(header), projectId);
    await this.shown.require(versions, lists);
    return versions;
  }

  /** The token for what was written; null for nothing. */
  tokenFor(projectId: string | null, { written }: RequestVersions): string | null {
    return written.size === 0 ? null : this.tokens.sign(projectId, written);
  }
}
