import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CommandError } from '../errors.js';

/** Length of an Ed25519 signature in bytes. */
const LENGTH = 64;

/**
 * A signature by a command of the shell, such as an HSM's tool: it gets the bytes on standard input and writes the
 * signature, raw or in base64url. What it says on standard error is shown.
 * @throws CommandError where it fails or writes anything else.
 */
export async function signByCommand(command: string, bytes: Uint8Array): Promise<Uint8Array> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  // A command that does not read the bytes may end before they are written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0) throw new CommandError(`The command that signs ended with ${signal ?? String(code)}.`);
  const written = Buffer.concat(chunks);
  if (written.length === LENGTH) return written;
  const text = written.toString('latin1').trim();
  const signature = Buffer.from(text, 'base64url');
  if (signature.length === LENGTH && signature.toString('base64url') === text) return signature;
  throw new CommandError('The command that signs must write 64 bytes, or these in base64url.');
}
