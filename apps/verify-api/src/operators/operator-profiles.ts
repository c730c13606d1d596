import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { tidyName } from './person-texts.js';

/** The personal data of an operator, which its events do not have. */
export interface OperatorProfile {
  name: string | null;
  address: string | null;
}

/** Reads names and addresses of operators; both are null where nothing is stored, or was erased. */
@Injectable()
export class OperatorProfiles {
  constructor(private readonly pool: Pool) {}

  async of(ids: readonly string[]): Promise<(id: string) => OperatorProfile> {
    const { rows } = await this.pool.query<OperatorProfile & { operator_id: string }>(
      `SELECT operator_id, coalesce(name, invited_name) AS name, address FROM verify_api.operator_profiles
       WHERE operator_id = ANY ($1)`,
      [ids],
    );
    const known = new Map(rows.map(({ operator_id, name, address }) => [operator_id, { name, address }]));
    return (id) => known.get(id) ?? { name: null, address: null };
  }

  /** Stores what somebody who is invited is called, unless that is known. */
  async nameInvited(operatorId: string, name: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO verify_api.operator_profiles (operator_id, invited_name) VALUES ($1, $2)
       ON CONFLICT (operator_id) DO NOTHING`,
      [operatorId, tidyName(name)],
    );
  }
}
