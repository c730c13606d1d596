import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** When credentials were used last, to the minute. */
@Injectable()
export class LastUses {
  constructor(private readonly pool: Pool) {}

  /** The last use of each credential that was used, by its id; one query for any number of ids. */
  async of(credentialIds: readonly string[]): Promise<Map<string, string>> {
    if (credentialIds.length === 0) return new Map();
    const { rows } = await this.pool.query<{ credential_id: string; last_used_at: Date }>({
      name: 'last-uses',
      text: 'SELECT credential_id, last_used_at FROM verify_api.credential_uses WHERE credential_id = ANY ($1)',
      values: [credentialIds],
    });
    return new Map(rows.map((row) => [row.credential_id, row.last_used_at.toISOString()]));
  }
}
