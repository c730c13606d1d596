import { concatBytes } from '../encoding/bytes.js';

/** A file of an archive. Its name is ASCII. */
export interface ArchivedFile {
  name: string;
  bytes: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Of a stored file: version 1.0 of the format. */
const VERSION = 10;
/** 1 January 1980, the first day that the format knows, so that the bytes do not depend on when they are made. */
const DAY = 0x21;

/**
 * A ZIP archive of stored files (PKWARE APPNOTE). The same files in the same order are the same bytes on every machine.
 */
export function zipOf(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const encoded = new TextEncoder().encode(name);
    const described = description(bytes, encoded.length);
    const local = [numbers([LOCAL, 4]), described, encoded, bytes];
    // Comment, disk, attributes of two kinds, and where the file begins.
    const place = numbers([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]);
    directory.push(numbers([CENTRAL, 4], [VERSION, 2]), described, place, encoded);
    parts.push(...local);
    at += lengthOf(local);
  }
  const count = files.length;
  const size = lengthOf(directory);
  const end = numbers([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2]);
  return concatBytes(...parts, ...directory, end);
}

/** What stands both before the file and in the directory: stored, without flags and further members. */
function description(bytes: Uint8Array, nameLength: number): Uint8Array {
  const { length } = bytes;
  const stored = [VERSION, 0, 0, 0, DAY].map((value): [number, number] => [value, 2]);
  return numbers(...stored, [crc32(bytes), 4], [length, 4], [length, 4], [nameLength, 2], [0, 2]);
}

/** Numbers in little-endian order, each with its count of bytes. */
function numbers(...values: readonly [value: number, bytes: number][]): Uint8Array {
  return Uint8Array.from(
    values.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 0xff)),
  );
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((total, { length }) => total + length, 0);
}
