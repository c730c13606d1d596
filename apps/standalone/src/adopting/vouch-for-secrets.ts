import { foldCredential, type CredentialEvent, type CredentialSnapshot } from '@service/contracts';
import { VOUCHED_SECRET, type Peppers, type VouchingCode } from '@service/verify-api';
import type { Client } from 'pg';

interface CredentialRow {
  stream_id: string;
  version: number;
  event_id: string;
  data: CredentialEvent;
}

/**
 * Stores a code beside every event with a secret of release 0.1.0, because the secret's HMAC does not cover its
 * credential. A secret with a missing pepper gets no code; without the pepper it works nowhere.
 */
export async function vouchForSecrets(client: Client, peppers: Peppers): Promise<void> {
  const { rows } = await client.query<CredentialRow>(
    `SELECT stream_id, version, event_id, data FROM credential_authority.events
     WHERE type IN ('service.credential.issued', 'service.credential.rotated') AND mac IS NULL
     ORDER BY stream_id, version`,
  );
  const holders = new Map<string, CredentialSnapshot>();
  const codes = rows.flatMap(({ stream_id, version, event_id, data }) => {
    if (data.type === 'service.credential.issued') {
      holders.set(stream_id, foldCredential(undefined, data, version));
    }
    const holder = holders.get(stream_id);
    if (holder === undefined || !('secret' in data) || data.secret.format !== undefined) return [];
    const value = peppers.named(data.secret.pepper_id)?.vouchFor(data.secret, holder);
    if (value === undefined) return [];
    const signature: VouchingCode = { format: VOUCHED_SECRET, value };
    return [{ event_id, signature }];
  });
  await client.query(
    `INSERT INTO credential_authority.companions AS stored (event_id, signature)
     SELECT event_id, signature FROM json_to_recordset($1) AS made(event_id text, signature jsonb)
     ON CONFLICT (event_id) DO UPDATE SET signature = excluded.signature`,
    [JSON.stringify(codes)],
  );
}
