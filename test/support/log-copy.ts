import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  MerkleTree,
  TILE_HEIGHT,
  TILE_WIDTH,
  encodeEntryBundle,
  formatCheckpoint,
  hashLeaf,
  noteSigner,
  parseTilePath,
  signNote,
  type SigningKey,
} from '@service/evidence';

/** A copy of a log that a test tampers with, over HTTP. */
export class LogCopy implements AsyncDisposable {
  private readonly server: Server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    if (path === 'checkpoint') return response.end(this.checkpoint);
    if (!path.startsWith('tile/')) return response.writeHead(404).end();
    const address = parseTilePath(path);
    const first = address.number * TILE_WIDTH;
    if (address.kind === 'entries') {
      return response.end(encodeEntryBundle(this.entries.slice(first, first + address.width)));
    }
    const below = 2 ** (address.level * TILE_HEIGHT);
    const hashes = Array.from({ length: address.width }, (_, at) => {
      const leaves = this.entries.slice((first + at) * below, (first + at + 1) * below).map(hashLeaf);
      return new MerkleTree(leaves).root();
    });
    return response.end(Buffer.concat(hashes));
  });

  private constructor(
    public checkpoint: string,
    public entries: Uint8Array[],
  ) {}

  static async serve(checkpoint: string, entries: Uint8Array[]): Promise<LogCopy> {
    const copy = new LogCopy(checkpoint, entries);
    await new Promise<void>((resolve) => copy.server.listen(0, '127.0.0.1', resolve));
    return copy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A checkpoint over some entries, signed with the log's own key. */
export function forgeCheckpoint(origin: string, key: SigningKey, entries: readonly Uint8Array[]): string {
  const tree = new MerkleTree(entries.map((entry) => hashLeaf(entry)));
  const text = formatCheckpoint({ origin, size: tree.size, root: tree.root() });
  return signNote(text, [noteSigner(origin, key)]);
}
