import { digestText, type Digest } from '../digest.js';
import { faultOf, type HistoryFault, type SaidLine } from './history-fault.js';

/** Personal fields of a line. The line has only their digest; the fields are stored beside it and can be erased. */
export interface PersonalFields {
  /** Random, and erased with the fields: without it the digest reveals nothing. */
  salt: string;
  address: string;
  user_agent: string | null;
}

/** The digest in the line: SHA-256 over the salt and the two fields as JSON strings or `null`, a line each. */
export function digestPersonal({ salt, address, user_agent }: PersonalFields): Digest {
  return digestText(`${salt}\n${JSON.stringify(address)}\n${JSON.stringify(user_agent)}\n`);
}

/**
 * Finds personal fields of a block that differ from their digest, or whose digest is in no line.
 * @param sequence of the block, for fields without a line.
 */
export function findPersonalFaults(
  lines: readonly (SaidLine | null)[],
  personal: Readonly<Record<string, PersonalFields>>,
  sequence: number,
): HistoryFault[] {
  const holders = new Map<string, SaidLine>();
  for (const line of lines) {
    if (line?.client != null && !holders.has(line.client)) holders.set(line.client, line);
  }
  return Object.entries(personal ?? {}).flatMap(([digest, fields]) => {
    const line = holders.get(digest) ?? null;
    if (line !== null && isPersonal(fields) && digestPersonal(fields) === digest) return [];
    return [faultOf('personal_edited', line?.sequence ?? sequence, line)];
  });
}

/** Data from the database may have been tampered with. */
function isPersonal(fields: unknown): fields is PersonalFields {
  if (typeof fields !== 'object' || fields === null) return false;
  const { salt, address, user_agent, ...surplus } = fields as Record<string, unknown>;
  const known = typeof salt === 'string' && typeof address === 'string';
  return (
    known && (user_agent === null || typeof user_agent === 'string') && Object.keys(surplus).length === 0
  );
}
