import { EvidenceError, parseTrust, parseVerifierKey, type Trust } from '@service/evidence';
import { CommandError } from '../errors.js';

/**
 * The trust of a monitor, as for the verifier of bundles.
 * @param quorum how many of the witnesses must have cosigned.
 * @throws CommandError where a key is invalid, the log's keys have several names, or the quorum does not fit.
 */
export function readMonitorTrust(
  vkeys: readonly string[],
  witnesses: readonly string[],
  quorum: number,
): Trust {
  try {
    const origin = parseVerifierKey(vkeys[0] ?? '').name;
    return parseTrust(JSON.stringify({ log: { origin, vkeys }, witnesses, quorum }));
  } catch (error) {
    if (error instanceof EvidenceError) throw new CommandError(error.message);
    throw error;
  }
}
