import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import kafkajs from 'kafkajs';

/** The part of kafkajs' decoder that reads the headers of a record, and nothing else. */
interface Decoder {
  readVarInt(): number;
  readVarIntArray<Header>(read: (decoder: Decoder) => Header): Header[];
}

/** The most headers of a message; the service writes fewer than ten. */
const MOST_HEADERS = 32;
/** The most bytes of a batch that was compressed, which the service's own batches are not. */
const MOST_INFLATED = 16 * 1024 * 1024;

const inflate = promisify(gunzip);
const deflate = promisify(gzip);

/**
 * Bounds the work for a message before its code is looked at, because a client that may write to a topic could stop every
 * reader with one message: kafkajs copies all headers for each header, and inflates without a limit. A message with too
 * many headers arrives with none, so its code is missing.
 */
export function boundDecoding(): void {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/protocol/decoder') as {
    prototype: Decoder;
  };
  prototype.readVarIntArray = function (read) {
    const count = this.readVarInt();
    // The rest of the record is skipped: headers are its last part.
    return count > MOST_HEADERS ? [] : Array.from({ length: Math.max(count, 0) }, () => read(this));
  };
  kafkajs.CompressionCodecs[kafkajs.CompressionTypes.GZIP] = () => ({
    compress: ({ buffer }: { buffer: Buffer }) => deflate(buffer),
    decompress: (buffer: Buffer) => inflate(buffer, { maxOutputLength: MOST_INFLATED }),
  });
}
