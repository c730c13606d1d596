import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import {
  MerkleTree,
  SigningKey,
  TILE_HEIGHT,
  TILE_WIDTH,
  encodeEntryBundle,
  formatCheckpoint,
  formatVerifierKey,
  hashLeaf,
  noteSigner,
  parseTilePath,
  signNote,
  type NoteSigner,
} from '@service/evidence';

const AT = '2026-11-21T03:00:00.000Z';

/** A unique entry of 64 bytes. */
export function sampleEntry(text: string): Buffer {
  return createHash('sha512').update(text).digest();
}

/** A checkpoint over the first of some entries, all by default. */
export function checkpointOf(
  [signer, ...cosigners]: [NoteSigner, ...NoteSigner[]],
  entries: readonly Uint8Array[],
  size = entries.length,
): string {
  const { name: origin } = signer.verifierKey;
  const root = new MerkleTree(entries.map(hashLeaf)).root(size);
  return signNote(formatCheckpoint({ origin, size, root }), [signer, ...cosigners]);
}

/** A log over HTTP by C2SP tlog-tiles that tests can make lie. */
export class SampleLog implements AsyncDisposable {
  readonly origin = 'log.example/development';
  readonly signer = noteSigner(this.origin, SigningKey.generate('checkpoint', AT));
  readonly vkey = formatVerifierKey(this.signer.verifierKey);
  entries: Uint8Array[] = [];
  /** A checkpoint that it serves instead of its own. */
  note: string | null = null;
  /** Size of the served checkpoint; null for all entries. */
  size: number | null = null;
  /** Sign in addition to the log. */
  cosigners: NoteSigner[] = [];
  /** Answers instead of the log if it returns true. */
  instead: ((path: string, response: ServerResponse) => boolean) | null = null;
  private readonly server: Server = createServer((request, response) => {
    this.answer((request.url ?? '').slice('/log/'.length), response);
  });

  /** A log of so many entries, or the copy of another one. */
  static async start(entries: number | Uint8Array[], note: string | null = null): Promise<SampleLog> {
    const log = new SampleLog();
    log.note = note;
    if (typeof entries === 'number') log.grow(entries);
    else log.entries = entries;
    await new Promise<void>((resolve) => log.server.listen(0, '127.0.0.1', resolve));
    return log;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/log/`;
  }

  grow(entries: number): void {
    const from = this.entries.length;
    for (let at = from; at < from + entries; at += 1) this.entries.push(sampleEntry(`${at}`));
  }

  checkpoint(size = this.size ?? this.entries.length, entries = this.entries): string {
    return checkpointOf([this.signer, ...this.cosigners], entries, size);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(path: string, response: ServerResponse): void {
    if (this.instead?.(path, response) === true) return;
    if (path === 'checkpoint') response.end(this.note ?? this.checkpoint());
    else response.end(this.resource(path));
  }

  private resource(path: string): Uint8Array {
    const address = parseTilePath(path);
    const first = address.number * TILE_WIDTH;
    if (address.kind === 'entries') {
      return encodeEntryBundle(this.entries.slice(first, first + address.width));
    }
    const below = 2 ** (address.level * TILE_HEIGHT);
    const hashes = Array.from({ length: address.width }, (_, at) => {
      const leaves = this.entries.slice((first + at) * below, (first + at + 1) * below).map(hashLeaf);
      return new MerkleTree(leaves).root();
    });
    return Buffer.concat(hashes);
  }
}
