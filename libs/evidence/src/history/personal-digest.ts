import { digestText, type Digest } from '../digest.js';

/** What a line of the history says of a person only by digest; it lies beside the line, and can be erased. */
export interface PersonalFields {
  /** Random, and forgotten with the rest: without it the digest tells nothing. */
  salt: string;
  address: string;
  user_agent: string | null;
}

/** What the line holds: SHA-256 over the salt and the two fields as JSON strings or `null`, a line each. */
export function digestPersonal({ salt, address, user_agent }: PersonalFields): Digest {
  return digestText(`${salt}\n${JSON.stringify(address)}\n${JSON.stringify(user_agent)}\n`);
}
