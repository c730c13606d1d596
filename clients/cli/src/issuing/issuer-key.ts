import { createPrivateKey, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { SignBytes } from '@record-verification/client';
import { readOrCreateFile } from '../durable-file.js';
import { CommandError } from '../errors.js';
import { readText } from '../files.js';
import { signByCommand } from './sign-by-command.js';

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
