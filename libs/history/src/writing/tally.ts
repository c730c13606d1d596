import { HOUR } from '@service/platform/days';
import type { Outcome } from '../interaction.js';

/** How often an operation was called in an hour, as one block of the history counts it. */
export interface TallyEntry {
  /** Beginning of the hour, in UTC. */
  hour: string;
  /** Null where the actor was no credential, operator or access token. */
  credential_id: string | null;
  operation: string;
  outcome: Outcome;
  /** Missing where there was no error. */
  error_code?: string;
  requests: number;
  items: number;
}

interface Counted {
  credentialId: string | null;
  operation: string;
  errorCode: string | null;
  items: number;
}

/** Counts the lines of a block, so that the count of usage need not read them. */
export class Tally {
  private readonly counts = new Map<string, TallyEntry>();

  count({ credentialId, operation, errorCode, items }: Counted, outcome: Outcome, at: number): void {
    const hour = at - (at % HOUR);
    const key = `${hour} ${credentialId} ${operation} ${outcome} ${errorCode}`;
    let entry = this.counts.get(key);
    if (entry === undefined) {
      const began = new Date(hour).toISOString();
      const failed = errorCode === null ? {} : { error_code: errorCode };
      entry = {
        hour: began,
        credential_id: credentialId,
        operation,
        outcome,
        ...failed,
        requests: 0,
        items: 0,
      };
      this.counts.set(key, entry);
    }
    entry.requests += 1;
    entry.items += items;
  }

  entries(): TallyEntry[] {
    return [...this.counts.values()];
  }
}
