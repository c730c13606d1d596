import {
  elementsOf,
  EventLog,
  storeSignatures,
  unsignedStreams,
  type RecordedEvent,
} from '@service/event-store';
import {
  digestText,
  findAuthorityChainFault,
  findKeyChainFault,
  findRecordChainFault,
  keySubjectId,
  signDigest,
  type ChainFault,
  type RecordElementContent,
  type SigningKey,
} from '@service/evidence';
import type { Pool } from 'pg';

/** The result for a log. */
export interface SignedLog {
  elements: number;
  /** Streams that were skipped because their chains are unsound: a signature would vouch for the changes. */
  unsound: { streamId: string; fault: ChainFault }[];
}

/** Signs every element of a log that has no signature, where its whole chain is sound. */
export async function signElements(pool: Pool, schema: string, key: SigningKey): Promise<SignedLog> {
  const log = new EventLog(pool, schema);
  const signed: SignedLog = { elements: 0, unsound: [] };
  for await (const ids of unsignedStreams(pool, schema)) {
    const events = await log.readAfter(new Map(ids.map((id) => [id, 0])));
    const signatures = [];
    for (const [streamId, stream] of Map.groupBy(events, ({ stream_id }) => stream_id)) {
      const fault = findFault(streamId, stream);
      if (fault !== null) signed.unsound.push({ streamId, fault });
      else signatures.push(...stream.filter(isUnsigned).map((event) => signatureFor(event, key)));
    }
    signed.elements += await storeSignatures(pool, schema, signatures);
  }
  return signed;
}

function isUnsigned({ companion }: RecordedEvent): boolean {
  return companion === null || companion.signature === null;
}

function signatureFor({ event_id, element }: RecordedEvent, key: SigningKey) {
  return { event_id, signature: signDigest(digestText(element ?? ''), key) };
}

function findFault(streamId: string, events: readonly RecordedEvent[]): ChainFault | null {
  if (streamId.startsWith(keySubjectId(''))) return findKeyChainFault(elementsOf(events));
  if (events[0]?.type.startsWith('service.authority.')) return findAuthorityChainFault(elementsOf(events));
  const chain = elementsOf<RecordElementContent>(events);
  const state = chain.at(-1)?.content.state ?? '';
  return findRecordChainFault(chain, { id: streamId, version: chain.length, state });
}
