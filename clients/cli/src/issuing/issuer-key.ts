import { createPrivateKey, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { SignBytes } from '@record-verification/client';
import { readOrCreateFile } from '../durable-file.js';
import { CommandError } from '../errors.js';
import { readText } from '../files.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Length of an Ed25519 signature in bytes. */
const LENGTH = 64;

/** Where an issuer's signatures come from. */
export interface IssuerKeyValues {
  file: string | undefined;
  command: string | undefined;
}

/** What signs as an issuer; null where neither a file nor a command is given. @throws CommandError */
export async function openIssuerKey({ file, command }: IssuerKeyValues): Promise<SignBytes | null> {
  if (file !== undefined && command !== undefined) {
    throw new CommandError('Give the issuer’s key as a file or as a command, not as both.');
  }
  if (command !== undefined) return (bytes) => signByCommand(command, bytes);
  if (file === undefined) return null;
  const key = parse(file, await readText(file));
  return (bytes) => sign(null, bytes, key);
}

/**
 * The public half of the key in a file, in base64url; a missing file is made, with a new key, so that only its owner may
 * read it.
 * @throws CommandError where the file holds no such key, or cannot be written.
 */
export async function issuerPublicKey(file: string): Promise<string> {
  let content: Buffer;
  try {
    content = await readOrCreateFile(file, newKey);
  } catch (error) {
    throw new CommandError(`The key in ${file} cannot be read or created.`, { cause: error });
  }
  return parse(file, content.toString('utf8')).export({ format: 'jwk' }).x as string;
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return `${JSON.stringify(privateKey.export({ format: 'jwk' }), null, 2)}\n`;
}

// Messages never repeat the file's content, nor a parser's words about it.
function parse(file: string, text: string): KeyObject {
  try {
    const key = text.trimStart().startsWith('{')
      ? createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' })
      : createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Told below.
  }
  throw new CommandError(`${file} is no Ed25519 private key, as PEM (PKCS #8) or a JWK.`);
}

/**
 * A signature by a command of the shell, such as an HSM's tool: it gets the bytes on standard input and writes the
 * signature, raw or in base64url. What it says on standard error is shown.
 * @throws CommandError where it fails or writes anything else.
 */
async function signByCommand(command: string, bytes: Uint8Array): Promise<Uint8Array> {
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
