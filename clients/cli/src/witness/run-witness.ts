import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  SignatureType,
  Witness,
  formatVerifierKey,
  noteVerifier,
  parseVerifierKey,
  type NoteVerifier,
  type CosignedCheckpoints,
} from '@service/evidence';
import { CommandError, reasonOf } from '../errors.js';
import { lockStateDirectory } from '../state-directory.js';
import { openWitnessKey } from './witness-key.js';
import { witnessServer } from './witness-server.js';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readIfPresent, replaceFile } from '../durable-file.js';

export interface WitnessOptions {
  /** Keys of the witnessed logs. Several keys of one log have its origin as their name. */
  logVkeys: readonly string[];
  keyFile: string;
  name: string | null;
  directory: string;
  host: string;
  /** 0 for any free port. */
  port: number;
}

/** A running witness. */
export interface RunningWitness {
  vkey: string;
  url: string;
  stop(): Promise<void>;
}

/** @throws CommandError where the key, the directory, a vkey or the port cannot be used. */
export async function runWitness(options: WitnessOptions): Promise<RunningWitness> {
  const { logVkeys, keyFile, name, directory, host, port } = options;
  const logs = logsOf(logVkeys);
  // Two witnesses on one directory could cosign two trees.
  const lock = await lockStateDirectory(directory, 'witness');
  try {
    const signer = await openWitnessKey(keyFile, name);
    const server = witnessServer(new Witness(signer, logs, new CosignedFiles(directory)));
    await listen(server, host, port);
    const { port: taken } = server.address() as AddressInfo;
    return {
      vkey: formatVerifierKey(signer.verifierKey),
      url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
      async stop() {
        const closed = once(server, 'close');
        server.close();
        server.closeIdleConnections();
        await closed;
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function logsOf(vkeys: readonly string[]): Map<string, NoteVerifier[]> {
  const logs = new Map<string, NoteVerifier[]>();
  for (const vkey of vkeys) {
    const verifier = verifierOf(vkey);
    logs.set(verifier.name, [...(logs.get(verifier.name) ?? []), verifier]);
  }
  return logs;
}

function verifierOf(vkey: string): NoteVerifier {
  try {
    const key = parseVerifierKey(vkey);
    const verifier = key.type === SignatureType.ed25519 ? noteVerifier(key) : null;
    if (verifier !== null) return verifier;
  } catch (error) {
    throw new CommandError(`--log-vkey ${vkey} cannot be used. ${reasonOf(error)}`);
  }
  throw new CommandError(`--log-vkey ${vkey} has an unsupported signature type.`);
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new CommandError(`The witness cannot listen on ${host}, port ${port}: ${reasonOf(error)}.`);
  }
}

/** Stores the last cosigned checkpoint of each log in a file, which is replaced atomically and durably. */
class CosignedFiles implements CosignedCheckpoints {
  private readonly cached = new Map<string, string>();

  constructor(private readonly directory: string) {}

  async latest(origin: string): Promise<string | null> {
    const note = this.cached.get(origin) ?? (await readIfPresent(this.pathOf(origin)))?.toString('utf8');
    if (note === undefined) return null;
    this.cached.set(origin, note);
    return note;
  }

  async store(origin: string, note: string): Promise<void> {
    if (this.cached.get(origin) === note) return;
    await replaceFile(this.pathOf(origin), note);
    this.cached.set(origin, note);
  }

  /** A hash as file name: origins contain slashes and may be too long. */
  private pathOf(origin: string): string {
    return join(this.directory, `${createHash('sha256').update(origin).digest('hex')}.checkpoint`);
  }
}
