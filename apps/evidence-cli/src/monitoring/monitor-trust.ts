import {
  EvidenceError,
  SignatureType,
  cosignerKey,
  noteVerifier,
  parseVerifierKey,
  type CheckpointTrust,
  type NoteVerifier,
  type VerifierKey,
} from '@service/evidence';
import { StartError } from '@service/platform';

/**
 * Whom a monitor believes.
 * @throws StartError where a key cannot be used, the log's have several names, or the quorum does not fit.
 */
export function readMonitorTrust(
  vkeys: readonly string[],
  witnesses: readonly string[],
  quorum: number,
): { trust: CheckpointTrust } {
  const keys = vkeys.map((vkey) => readKey('--vkey', vkey));
  const [origin = '', ...others] = [...new Set(keys.map(({ name }) => name))];
  if (others.length > 0) throw new StartError('--vkey must be given for one log alone.');
  if (keys.some(({ type }) => type !== SignatureType.ed25519)) {
    throw new StartError('--vkey must be the key of a log, and is that of a witness.');
  }
  const cosigners = witnesses.map((vkey) => verifierOf('--witness', cosignerKey(readKey('--witness', vkey))));
  if (new Set(cosigners.map(({ name, keyHash }) => `${name} ${keyHash}`)).size < cosigners.length) {
    throw new StartError('--witness must not be given twice for one witness.');
  }
  if (quorum > cosigners.length || (quorum === 0 && cosigners.length > 0)) {
    throw new StartError('--quorum must be from 1 to the number of witnesses.');
  }
  return { trust: { origin, log: keys.map((key) => verifierOf('--vkey', key)), cosigners } };
}

function readKey(option: string, vkey: string): VerifierKey {
  try {
    return parseVerifierKey(vkey);
  } catch (error) {
    if (error instanceof EvidenceError) throw new StartError(`${option} ${vkey}: ${error.message}`);
    throw error;
  }
}

function verifierOf(option: string, key: VerifierKey): NoteVerifier {
  const verifier = noteVerifier(key);
  if (verifier === null) throw new StartError(`${option} ${key.name} is of a kind that is not known here.`);
  return verifier;
}
