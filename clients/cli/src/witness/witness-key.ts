import { randomBytes } from 'node:crypto';
import {
  EvidenceError,
  SigningKey,
  isKeyName,
  noteCosigner,
  parseStrictJson,
  type NoteSigner,
  type SigningKeyJwk,
} from '@service/evidence';
import { CommandError } from '../errors.js';
import { readOrCreateFile } from '../durable-file.js';

/** The content of a witness's key file. */
interface WitnessKeyFile {
  /** The name for cosignatures. */
  name: string;
  key: SigningKeyJwk;
}

/**
 * The key of a witness, made at the first start in a file that only its owner may read.
 * @param name for cosignatures; null takes the name in the file, or makes a unique name for a new key.
 * @throws CommandError where the file does not hold a key, or one with another name.
 */
export async function openWitnessKey(file: string, name: string | null): Promise<NoteSigner> {
  if (name !== null && !isKeyName(name)) {
    throw new CommandError('--name must be a name without spaces and without a plus.');
  }
  const made = name ?? `witness.localhost/${randomBytes(4).toString('hex')}`;
  const content = await read(file, made);
  const opened = parse(file, content.toString('utf8'));
  if (name !== null && name !== opened.name) {
    throw new CommandError(
      `The key in ${file} belongs to ${opened.name}, and a witness cannot change its name.`,
    );
  }
  return noteCosigner(opened.name, opened.key, () => Math.floor(Date.now() / 1_000));
}

async function read(file: string, name: string): Promise<Buffer> {
  try {
    return await readOrCreateFile(file, () => {
      const key = SigningKey.generate('checkpoint', new Date().toISOString());
      const made: WitnessKeyFile = { name, key: key.toPrivateJwk() };
      return `${JSON.stringify(made, null, 2)}\n`;
    });
  } catch (error) {
    throw new CommandError(`The key in ${file} cannot be read or created.`, { cause: error });
  }
}

// Messages never repeat the file's content.
function parse(file: string, text: string): { name: string; key: SigningKey } {
  try {
    const { name, key } = parseStrictJson(text) as unknown as WitnessKeyFile;
    if (typeof name === 'string' && isKeyName(name)) return { name, key: new SigningKey(key) };
  } catch (error) {
    if (!(error instanceof EvidenceError) && !(error instanceof TypeError)) throw error;
  }
  throw new CommandError(`${file} is not the key file of a witness.`);
}
