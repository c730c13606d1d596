import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CosigningRefused,
  SigningKey,
  Witness,
  noteCosigner,
  noteVerifier,
  type CosignedCheckpoints,
  type NoteVerifier,
} from '@service/evidence';
import type { WitnessAddress } from '../log/witnessing/ask-witness.js';

/** Answers instead of the witness, where a test sets it. */
export type Instead = (response: ServerResponse, body: string) => void | Promise<void>;

/** A witness over HTTP that stores nothing on disk, and misbehaves where a test wants it to. */
export class LocalWitness implements AsyncDisposable {
  /** Bodies of the requests so far. */
  readonly asked: string[] = [];
  instead: Instead | null = null;
  readonly verifier: NoteVerifier;
  private readonly notes = new Map<string, string>();
  private readonly witness: Witness;
  private readonly server: Server;

  private constructor(name: string, log: NoteVerifier) {
    const key = SigningKey.generate('checkpoint', '2026-11-21T03:00:00.000Z');
    const cosigner = noteCosigner(name, key, () => Math.floor(Date.now() / 1_000));
    this.verifier = noteVerifier(cosigner.verifierKey) as NoteVerifier;
    const kept: CosignedCheckpoints = {
      latest: (origin) => Promise.resolve(this.notes.get(origin) ?? null),
      store: (origin, note) => Promise.resolve(void this.notes.set(origin, note)),
    };
    this.witness = new Witness(cosigner, new Map([[log.name, [log]]]), kept);
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async start(name: string, log: NoteVerifier): Promise<LocalWitness> {
    const witness = new LocalWitness(name, log);
    await new Promise<void>((resolve) => witness.server.listen(0, '127.0.0.1', resolve));
    return witness;
  }

  get address(): WitnessAddress {
    const { port } = this.server.address() as AddressInfo;
    return { verifier: this.verifier, url: `http://127.0.0.1:${port}/witness` };
  }

  /** Makes it a witness that has seen another checkpoint. */
  remember(origin: string, note: string): void {
    this.notes.set(origin, note);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    this.asked.push(body);
    if (this.instead !== null) {
      await this.instead(response, body);
      return;
    }
    try {
      if (request.url !== '/witness/add-checkpoint') throw new Error('It asks for something else.');
      response.end(await this.witness.addCheckpoint(body));
    } catch (error) {
      const status = error instanceof CosigningRefused ? error.status : 500;
      const size = error instanceof CosigningRefused ? error.size : null;
      response.writeHead(status).end(size === null ? 'no\n' : `${size}\n`);
    }
  }
}
