import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

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
      'SELECT operator_id, name, address FROM verify_api.operator_profiles WHERE operator_id = ANY ($1)',
      [ids],
    );
    const known = new Map(rows.map(({ operator_id, name, address }) => [operator_id, { name, address }]));
    return (id) => known.get(id) ?? { name: null, address: null };
  }
}
