import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { EventAuthentication, type CodedEvent } from '@service/event-store';
import {
  digestText,
  keySubjectId,
  openSignedElement,
  type KeyElementContent,
  type SignedElement,
} from '@service/evidence';
import { readEventKeys } from '@service/platform/authentication-keys';
import { createDirectory, writeSecretFile } from '@service/platform/data-directory';
import type { EnvironmentDatabase } from '@service/platform/databases';
import { beginAlone, withClient } from '@service/platform/postgres';
import { eventKeysOf, secretLinesFileOf } from '@service/platform/secret-lines';
import type { Settings } from '@service/platform/settings';
import { readSigningKeys } from '@service/platform/signing-keys';
import type { Client } from 'pg';
import { CODED_COLUMNS, storeCodes } from './add-event-codes.js';
import { findGenuineElements } from './genuine-keys.js';

const LOG = 'credential_authority';

type KeyRow = CodedEvent & { signature: object | null };

/**
 * Gives the elements of keys that have no code theirs, once for each data directory: all at the operator’s word, else
 * those that the file of the signing keys vouches for. A later look could be misled by a revocation that was removed.
 * @param vouched the operator's word that every event in the database is genuine.
 * @returns how many elements were adopted.
 */
export async function adoptKeyElements(
  { environment, ownerUrl }: Pick<EnvironmentDatabase, 'environment' | 'ownerUrl'>,
  settings: Settings,
  vouched = false,
): Promise<number> {
  const directory = join(settings.dataDirectory, environment);
  const marker = join(directory, 'key-elements-adopted');
  const keptHere = secretLinesFileOf(eventKeysOf(LOG), settings, environment).setting === null;
  if (!vouched && !(keptHere && (await isMissing(marker)))) return 0;
  const adopted = await withClient(ownerUrl, async (client) => {
    await beginAlone(client, `adopting:${LOG}`);
    const uncoded = await readUncoded(client);
    const genuine =
      vouched || uncoded.length === 0 ? uncoded : await findGenuine(uncoded, settings, environment);
    if (genuine.length > 0) {
      const keys = await readEventKeys(settings, environment, LOG, () => Promise.resolve(true));
      await storeCodes(client, LOG, genuine, new EventAuthentication(keys, () => undefined));
    }
    await client.query('COMMIT');
    return genuine.length;
  });
  // Last: what a crash interrupts is done again.
  if (keptHere) {
    await createDirectory(directory);
    await writeSecretFile(
      marker,
      'Published keys have their codes; without this file they would be added again.\n',
    );
  }
  return adopted;
}

async function readUncoded(client: Client): Promise<KeyRow[]> {
  const { rows } = await client.query<KeyRow>(
    `SELECT ${CODED_COLUMNS}, signature FROM ${LOG}.events LEFT JOIN ${LOG}.companions USING (event_id)
     WHERE starts_with(stream_id, $1) AND type LIKE 'service.key.%' AND element IS NOT NULL AND mac IS NULL
     ORDER BY stream_id, version`,
    [keySubjectId('')],
  );
  return rows;
}

async function findGenuine(
  rows: readonly KeyRow[],
  settings: Settings,
  environment: EnvironmentDatabase['environment'],
): Promise<KeyRow[]> {
  const ring = await readSigningKeys(settings, environment);
  const rowOf = new Map<SignedElement<KeyElementContent>, KeyRow>();
  for (const row of rows) {
    const text = row.element ?? '';
    const element = openSignedElement<KeyElementContent>(text, digestText(text), row.signature);
    if (isInItsPlace(element.content, row)) rowOf.set(element, row);
  }
  const chains = Map.groupBy(rowOf.keys(), (element) => rowOf.get(element)?.stream_id);
  const genuine = findGenuineElements([...chains.values()], ring);
  return [...genuine].flatMap((element) => rowOf.get(element) ?? []);
}

/** The code binds an element to the row that it is in. */
function isInItsPlace({ key_id, sequence, event_id, type }: KeyElementContent, row: KeyRow): boolean {
  const isOwn = keySubjectId(key_id) === row.stream_id && sequence === row.version;
  return isOwn && event_id === row.event_id && type === row.type && row.schema_version === 1;
}

function isMissing(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    () => true,
  );
}
