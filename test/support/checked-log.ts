import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@service/contracts';
import {
  KeyRing,
  MerkleTree,
  PublicLog,
  hashLeaf,
  logVerifiers,
  openCheckpoint,
  parseCheckpoint,
  parseNote,
  sameHash,
  verifyConsistency,
  type Checkpoint,
  type TileTree,
} from '@service/evidence';
import type { TestService } from './service.js';

/** The log as seen by a stranger who knows only its public keys. */
export class CheckedLog {
  private readonly log = new PublicLog((path) => this.read(path));

  constructor(
    private readonly service: Pick<TestService, 'baseUrl' | 'dataDirectory'>,
    private readonly environment: Environment = 'development',
  ) {}

  fetch(path: string, options: RequestInit = {}): Promise<Response> {
    return fetch(`${this.service.baseUrl}/v1/log/${this.environment}/${path}`, options);
  }

  /** The newest checkpoint, whose signature is checked. */
  async checkpoint(): Promise<Checkpoint> {
    return this.open(await this.log.checkpoint());
  }

  /** The checkpoint of a note. @throws where the log did not sign it. */
  open(note: string): Checkpoint {
    const { origin } = parseCheckpoint(parseNote(note).text);
    return openCheckpoint(note, { origin, log: logVerifiers(this.keys, origin), cosigners: [] }).checkpoint;
  }

  /** All entries of a checkpoint's tree. @throws where they do not make up its root. */
  async entries({ size, root }: Checkpoint): Promise<Uint8Array[]> {
    const entries: Uint8Array[] = [];
    for await (const next of this.log.entries(0, size, 1)) entries.push(...next);
    const recomputed = new MerkleTree(entries.map((entry) => hashLeaf(entry))).root();
    if (!sameHash(recomputed, root)) throw new Error('The entries are not those of the checkpoint.');
    return entries;
  }

  /** The tree as the tiles hold it. */
  tree(size: number): TileTree {
    return this.log.tree(size);
  }

  /** Whether a newer checkpoint only adds to an older one, by a proof from the tiles. */
  async isConsistent(from: Checkpoint, to: Checkpoint): Promise<boolean> {
    const proof = await this.tree(to.size).consistencyProof(from.size);
    return verifyConsistency({
      fromSize: from.size,
      fromRoot: from.root,
      toSize: to.size,
      toRoot: to.root,
      proof,
    });
  }

  private async read(path: string): Promise<Buffer> {
    const answer = await this.fetch(path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  private get keys(): KeyRing {
    const file = join(this.service.dataDirectory, this.environment, 'signing-keys.json');
    return KeyRing.parse(readFileSync(file, 'utf8'));
  }
}
