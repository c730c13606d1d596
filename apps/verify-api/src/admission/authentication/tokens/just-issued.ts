import { Inject, Injectable, Optional } from '@nestjs/common';
import { agreedNow, KEY_ID_CLAIM, UnavailableError } from '@service/contracts';
import { Batcher } from '@service/platform/batching';
import { Pool } from 'pg';
import { CELL } from '../../../infrastructure/injection-tokens.js';
import { YOUNG } from '../../../views/just-written.js';
import { ShownVersions } from '../../../views/shown-versions.js';
import { cellOf } from './token.js';

/** Milliseconds for which a key id is not looked up again: nobody has a token before it is issued. */
const REMEMBERED = 5_000;
/** Most key ids that are remembered; a full list is cleared. */
const CAPACITY = 10_000;
/** Most key ids that wait for a look-up; only a flood of forged tokens makes more. */
const MOST_WAITING = 1_000;

interface Issued {
  credentialId: string;
  /** Version of the event that gave the credential this key id. */
  version: number;
  /** ISO 8601. */
  at: string;
}

/**
 * Finds the credential of a token that another replica gave out a moment ago. All unknown key ids of a turn share a query,
 * with those that came during the previous query: forged tokens do not cost one each.
 */
@Injectable()
export class JustIssued {
  private readonly issued: Batcher<string, Issued | null>;
  /** When a key id may be looked up again, in milliseconds since 1970. */
  private readonly unknownUntil = new Map<string, number>();
  private waiting = 0;

  /** @param cell number of this cell: key ids of other cells are not looked up. */
  constructor(
    private readonly pool: Pool,
    @Inject(ShownVersions) private readonly shown: Pick<ShownVersions, 'require'>,
    @Inject(CELL) private readonly cell: number,
    @Optional() private readonly now: () => number = agreedNow,
  ) {
    this.issued = new Batcher((keyIds) => this.read(keyIds), { maxBatch: 500, maxInFlight: 1 });
  }

  /**
   * Whether the owner has issued a secret with a key id that the directory lacks; resolves when the directory shows its
   * credential.
   * @throws ServiceError `service.unavailable` where it is not shown within three seconds, and in a flood of unknown key ids.
   */
  async arrives(keyId: string): Promise<boolean> {
    if (cellOf(keyId) !== this.cell || (this.unknownUntil.get(keyId) ?? 0) > this.now()) return false;
    if (this.waiting >= MOST_WAITING) throw new UnavailableError({ cause: 'too_many_unknown_keys' });
    this.waiting += 1;
    try {
      const issued = await this.issued.submit(keyId);
      if (issued !== null) await this.shown.require(new Map([[issued.credentialId, issued.version]]), false);
      this.remember(keyId);
      return issued !== null;
    } finally {
      this.waiting -= 1;
    }
  }

  private remember(keyId: string): void {
    if (this.unknownUntil.size >= CAPACITY) this.unknownUntil.clear();
    this.unknownUntil.set(keyId, this.now() + REMEMBERED);
  }

  private async read(keyIds: readonly string[]): Promise<(Issued | null)[]> {
    const { rows } = await this.pool.query<Issued & { name: string }>({
      name: 'just_issued',
      text: JUST_ISSUED,
      values: [keyIds.map((keyId) => KEY_ID_CLAIM + keyId)],
    });
    // The directory has every older credential, except those that ended long ago.
    const young = rows.filter(({ at }) => Math.abs(this.now() - Date.parse(at)) <= YOUNG);
    const issued = new Map(young.map((row) => [row.name, row]));
    return keyIds.map((keyId) => issued.get(KEY_ID_CLAIM + keyId) ?? null);
  }
}

const JUST_ISSUED = `
  SELECT c.name, c.owner AS "credentialId", e.version, e.at
  FROM credential_authority_published.claims AS c
  CROSS JOIN LATERAL (
    SELECT e.version, e.data ->> 'occurred_at' AS at FROM credential_authority_published.events AS e
    WHERE e.stream_id = c.owner AND '${KEY_ID_CLAIM}' || (e.data #>> '{secret,key_id}') = c.name
    ORDER BY e.version DESC LIMIT 1
  ) AS e
  WHERE c.name = ANY ($1)`;
