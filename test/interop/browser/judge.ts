import { verifyDelivery } from '@service/events';
import { parseTrust, verifyBundle } from '@service/evidence';
import { misjudgedSignatures, type Wycheproof } from '../../../libs/evidence/src/testing/ed25519-cases.js';
import { misjudged } from '../../../libs/evidence/src/testing/run-vector.js';

/** What a page is given to judge. */
export interface Given {
  vectors: Parameters<typeof misjudged>[0];
  wycheproof: Wycheproof;
  deliveries: { headers: Record<string, string>; body: string; key: string }[];
}

/** What the page says of it. */
export interface Judged {
  cases: number;
  wrong: string[];
  signatures: number[];
  /** Ids of the events, or codes of the refusals. */
  deliveries: string[];
  /** Milliseconds of the first bundle, and of one whose signatures were checked before. */
  first: number;
  again: number;
}

/** Judges all that is given, in a browser or wherever this is imported. */
export function judge({ vectors, wycheproof, deliveries }: Given): Judged {
  const first = timeOf(vectors);
  const again = timeOf(vectors);
  return {
    ...misjudged(vectors),
    signatures: misjudgedSignatures(wycheproof),
    deliveries: deliveries.map(({ headers, body, key }) => {
      try {
        return verifyDelivery(headers, body, key).id;
      } catch (error) {
        return (error as { code: string }).code;
      }
    }),
    first,
    again,
  };
}

function timeOf(vectors: Given['vectors']): number {
  const before = performance.now();
  const report = verifyBundle(vectors['bundle.json'], parseTrust(vectors['keys.json']));
  if (!report.ok) throw new Error('The good bundle is refused.');
  return performance.now() - before;
}
