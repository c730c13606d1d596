import { Injectable } from '@nestjs/common';
import { ShownVersions, type Versions } from '../../../views/shown-versions.js';
import type { RequestVersions } from '../../../interface/call.js';
import { ConsistencyTokens } from './consistency-tokens.js';

/** Lets callers read their writes at every replica, with tokens that name the written versions. */
@Injectable()
export class Consistency {
  constructor(
    private readonly tokens: ConsistencyTokens,
    private readonly shown: ShownVersions,
  ) {}

  /**
   * Waits until this gateway shows the versions in a token.
   * @param header `Service-Consistency-Token` as it was received.
   * @param lists whether the request may read lists.
   * @throws ServiceError `request.invalid`; `service.unavailable` if they are not shown within three seconds.
   */
  async honour(header: string | string[], projectId: string | null, lists: boolean): Promise<Versions> {
    const versions = this.tokens.read(String(header), projectId);
    await this.shown.require(versions, lists);
    return versions;
  }

  /** The token for the written versions; null without any. */
  tokenFor(projectId: string | null, { written }: RequestVersions): string | null {
    return written.size === 0 ? null : this.tokens.sign(projectId, written);
  }
}
