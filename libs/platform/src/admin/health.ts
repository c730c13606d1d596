import { reasonOf } from '../error-reason.js';
import { within } from '../within.js';

/** Returns null when ready, otherwise a sentence with the problem. */
export type ReadinessCheck = () => string | null | Promise<string | null>;

/** Milliseconds that a check may take; probes wait little longer. */
const CHECK_TIMEOUT = 2_000;

/**
 * Whether this process is ready for work: from the end of its start until it drains, while every check passes.
 *
 * A check is about faults of this process only, such as stale views. Neither the database nor the broker is
 * checked: an outage of one would take every replica out of service at once, though the replicas can still
 * answer, from memory or with `service.unavailable`, which tells a caller more than a refused connection.
 */
export class Health {
  private readonly checks = new Map<string, ReadinessCheck>();
  private readonly warned = new Map<string, ReadinessCheck>();
  private stage: 'starting' | 'started' | 'draining' = 'starting';

  /** @throws TypeError where a check has this name already. */
  addReadiness(name: string, check: ReadinessCheck): void {
    if (this.checks.has(name)) throw new TypeError(`There is a readiness check ${name} already.`);
    this.checks.set(name, check);
  }

  /** Adds a check whose failure is shown while the process stays ready, because the fault is elsewhere. */
  addWarning(name: string, check: ReadinessCheck): void {
    this.warned.set(name, check);
  }

  /** Marks the process as ready; without effect once it drains. */
  markStarted(): void {
    if (this.stage === 'starting') this.stage = 'started';
  }

  /** Marks the process as draining: it takes no new work and stops after the work under way. */
  markDraining(): void {
    this.stage = 'draining';
  }

  /**
   * A sentence for each check that fails, by its name; empty when the process is ready. A check that throws or
   * takes longer than 2 s fails.
   */
  async problems(): Promise<Record<string, string>> {
    if (this.stage === 'draining') return { stage: 'The process is stopping.' };
    const problems = await failuresOf(this.checks);
    return this.stage === 'starting' ? { stage: 'The process is starting.', ...problems } : problems;
  }

  /** A sentence for each warning that holds, by its name. */
  warnings(): Promise<Record<string, string>> {
    return failuresOf(this.warned);
  }
}

async function failuresOf(checks: ReadonlyMap<string, ReadinessCheck>): Promise<Record<string, string>> {
  const found = await Promise.all(
    [...checks].map(async ([name, check]) => [name, await outcomeOf(check)] as const),
  );
  return Object.fromEntries(found.flatMap(([name, problem]) => (problem === null ? [] : [[name, problem]])));
}

async function outcomeOf(check: ReadinessCheck): Promise<string | null> {
  try {
    return await within(CHECK_TIMEOUT, check);
  } catch (error) {
    return `The check failed: ${reasonOf(error)}.`;
  }
}
