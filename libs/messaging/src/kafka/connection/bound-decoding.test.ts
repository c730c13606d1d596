import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import kafkajs from 'kafkajs';
import { boundDecoding } from './bound-decoding.js';

const require = createRequire(import.meta.url);

interface Encoder {
  buffer: Buffer;
}
type Decode = (decoder: object, batch: object) => { headers: Record<string, unknown>; value: Buffer };

const encode = require('kafkajs/src/protocol/recordBatch/record/v0') as (record: object) => Encoder;
const Decoder = require('kafkajs/src/protocol/decoder') as new (buffer: Buffer) => {
  readVarIntBytes(): Buffer;
};
const decodeRecord = require('kafkajs/src/protocol/recordBatch/record/v0/decoder') as Decode;

function roundTrip(headers: Record<string, string | string[]>) {
  const { buffer } = encode({ offsetDelta: 0, timestampDelta: 0, key: 'k', value: 'v', headers });
  const record = new Decoder(buffer).readVarIntBytes();
  return decodeRecord(new Decoder(record), { firstOffset: '0', firstTimestamp: '0', magicByte: 2 });
}

function headersOf(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, number) => [`h${number}`, 'x']));
}

beforeAll(boundDecoding);

describe('a message', () => {
  it('keeps its headers, also those that are repeated', () => {
    const { headers, value } = roundTrip({ one: 'a', two: ['b', 'c'] });
    expect(headers).toEqual({ one: Buffer.from('a'), two: [Buffer.from('b'), Buffer.from('c')] });
    expect(value).toEqual(Buffer.from('v'));
    expect(Object.keys(roundTrip(headersOf(32)).headers)).toHaveLength(32);
  });

  it('has none where there are too many, so that no code holds', () => {
    expect(roundTrip(headersOf(33)).headers).toEqual({});
    expect(roundTrip(headersOf(5_000)).headers).toEqual({});
  });
});

describe('a compressed batch', () => {
  const decompress = (buffer: Buffer) =>
    (
      kafkajs.CompressionCodecs[kafkajs.CompressionTypes.GZIP] as () => {
        decompress(buffer: Buffer): Promise<Buffer>;
      }
    )().decompress(buffer);

  it('is inflated up to a limit', async () => {
    expect(await decompress(gzipSync('small'))).toEqual(Buffer.from('small'));
    await expect(decompress(gzipSync(Buffer.alloc(17 * 1024 * 1024)))).rejects.toMatchObject({
      code: 'ERR_BUFFER_TOO_LARGE',
    });
  });
});
