import { EvidenceError, parseTrust, parseVerifierKey, type Trust } from '@service/evidence';
import { CommandError } from '../errors.js';

/** The keys of a log and its witnesses, as a monitor's caller names them. */
export interface NamedKeys {
  vkeys: readonly string[];
  witnesses: readonly string[];
  /** How many of the witnesses must have cosigned. */
  quorum: number;
  /** Whether half of the witnesses, or fewer, may be enough. */
  weakQuorum?: boolean;
}

/**
 * The trust of a monitor, as for the verifier of bundles.
 * @throws CommandError where a key is invalid, the log's keys have several names, or the quorum does not fit.
 */
export function readMonitorTrust({ vkeys, witnesses, quorum, weakQuorum = false }: NamedKeys): Trust {
  try {
    const origin = parseVerifierKey(vkeys[0] ?? '').name;
    const policy = { witnesses, quorum, weak_quorum: weakQuorum };
    return parseTrust(JSON.stringify({ log: { origin, vkeys }, ...policy }));
  } catch (error) {
    if (error instanceof EvidenceError) throw new CommandError(error.message);
    throw error;
  }
}
