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
import { readOrCreateFile } from './durable-file.js';

/** What the file of a witness's key holds. */
interface WitnessKeyFile {
  /** Under which it cosigns. */
  name: string;
  key: SigningKeyJwk;
}

/**
 * The key of a witness, made at the first start in a file that only its owner may read.
 * @param name under which it cosigns; null takes that of the file, or for a new one any that nobody else has.
 * @throws CommandError where the file holds no key, or one of another name.
 */
export async function openWitnessKey(file: string, name: string | null): Promise<NoteSigner> {
  if (name !== null && !isKeyName(name)) {
    throw new CommandError('--name must be a name without spaces and without a plus.');
  }
  const made = name ?? `witness.localhost/${randomBytes(4).toString('hex')}`;
  const content = await read(file, made);
  const kept = parse(file, content.toString('utf8'));
  if (name !== null && name !== kept.name) {
    throw new CommandError(
      `The key in ${file} is that of ${kept.name}, and a witness does not change its name.`,
    );
  }
  return noteCosigner(kept.name, kept.key, () => Math.floor(Date.now() / 1_000));
}

async function read(file: string, name: string): Promise<Buffer> {
  try {
    return await readOrCreateFile(file, () => {
      const key = SigningKey.generate('checkpoint', new Date().toISOString());
      const made: WitnessKeyFile = { name, key: key.toPrivateJwk() };
      return `${JSON.stringify(made, null, 2)}\n`;
    });
  } catch (error) {
    throw new CommandError(`The key in ${file} can be neither read nor made.`, { cause: error });
  }
}

// No message repeats what stands in the file.
function parse(file: string, text: string): { name: string; key: SigningKey } {
  try {
    const { name, key } = parseStrictJson(text) as unknown as WitnessKeyFile;
    if (typeof name === 'string' && isKeyName(name)) return { name, key: new SigningKey(key) };
  } catch (error) {
    if (!(error instanceof EvidenceError) && !(error instanceof TypeError)) throw error;
  }
  throw new CommandError(`${file} does not hold the key of a witness.`);
}
