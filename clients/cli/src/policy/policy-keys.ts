import {
  EvidenceError,
  SigningKey,
  isKeyName,
  noteSigner,
  parseStrictJson,
  type NoteSigner,
  type SigningKeyJwk,
} from '@service/evidence';
import { readOrCreateFile, replaceFile } from '../durable-file.js';
import { CommandError } from '../errors.js';

/** The content of the file with a policy's keys. */
interface PolicyKeyFile {
  /** The name under which the keys sign. */
  name: string;
  /** The newest first. */
  keys: SigningKeyJwk[];
}

/** Signers of a policy, the newest key's first. */
export type PolicySigners = readonly [NoteSigner, ...NoteSigner[]];

/**
 * The keys of a policy, in a file that only its owner may read; the first use creates the file and a key.
 * @param name for a new file.
 * @param addKey whether to make a further key, which signs from now on beside the earlier ones.
 * @throws CommandError where the file holds no such keys, or cannot be written.
 */
export async function openPolicyKeys(file: string, name: string, addKey: boolean): Promise<PolicySigners> {
  const made = (keys: SigningKeyJwk[]) => `${JSON.stringify({ name, keys }, null, 2)}\n`;
  const content = await attempt(file, () => readOrCreateFile(file, () => made([newKey()])));
  const opened = parse(file, content.toString('utf8'));
  if (addKey) {
    opened.keys.unshift(newKey());
    await attempt(file, () => replaceFile(file, `${JSON.stringify(opened, null, 2)}\n`));
  }
  const signers = opened.keys.map((key) => noteSigner(opened.name, new SigningKey(key)));
  return signers as unknown as PolicySigners;
}

function newKey(): SigningKeyJwk {
  return SigningKey.generate('checkpoint', new Date().toISOString()).toPrivateJwk();
}

async function attempt<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new CommandError(`The keys in ${file} cannot be read or created.`, { cause: error });
  }
}

// Messages never repeat the file's content.
function parse(file: string, text: string): PolicyKeyFile {
  try {
    const { name, keys } = parseStrictJson(text) as unknown as PolicyKeyFile;
    if (typeof name === 'string' && isKeyName(name) && keys.length > 0) {
      return { name, keys: keys.map((key) => new SigningKey(key).toPrivateJwk()) };
    }
  } catch (error) {
    if (!(error instanceof EvidenceError) && !(error instanceof TypeError)) throw error;
  }
  throw new CommandError(`${file} does not hold the keys of a policy.`);
}
