import { constants, brotliCompress, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { readRange } from './accept.js';

/** Content codings of answers, the preferred one of equally acceptable ones first. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Media types whose texts become smaller. */
const COMPRESSIBLE = /^(?:text\/|application\/json|image\/svg\+xml)/;

/** Whether answers of a media type are worth compressing. */
export function isCompressible(type: string): boolean {
  return COMPRESSIBLE.test(type);
}

/**
 * The coding that an `Accept-Encoding` header prefers; null for none, also where it accepts nothing that there is
 * (RFC 9110, section 12.5.3).
 */
export function preferredCoding(accepted: string | undefined): Coding | null {
  if (accepted === undefined || accepted === '') return null;
  const qualities = new Map(
    accepted
      .split(',')
      .map(readRange)
      .map(({ type, quality }) => [type, quality]),
  );
  const any = qualities.get('*') ?? 0;
  let preferred: Coding | null = null;
  let highest = qualities.get('identity') ?? 0;
  for (const coding of CODINGS) {
    const quality = qualities.get(coding) ?? any;
    if (quality > 0 && (preferred === null ? quality >= highest : quality > highest)) {
      [preferred, highest] = [coding, quality];
    }
  }
  return preferred;
}

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Compresses a document that is cached, as small as it gets in reasonable time. */
export function compressForCache(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return compressed.gzip(body, { level: 9 });
  return compressed.br(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}

/** Compresses an answer that is sent once, quickly. Runs on Node’s threads, not on the event loop. */
export function compressOnce(
  body: string,
  coding: Coding,
  done: (error: Error | null, compressed: Buffer) => void,
): void {
  if (coding === 'gzip') gzip(body, { level: 4 }, done);
  else brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }, done);
}
