import { reasonOf } from '../error-reason.js';
import { within } from './within.js';

/** Answers null when all is well, else a sentence that says what is wrong. */
export type ReadinessCheck = () => string | null | Promise<string | null>;

/** Milliseconds that a check may take; whoever probes waits little longer. */
const CHECK_TIMEOUT = 2_000;

/**
 * Whether this process should be sent work: from its start's end until it drains, while every check is content.
 *
 * A check is about this process's own faults only, such as views that have not caught up yet. Neither the
 * database nor the broker is asked: one that stops would take every replica out of service at once, and the
 * replicas still answer then, from memory or with `service.unavailable`, which tells a caller more than a
 * refused connection.
 */
export class Health {
  private readonly checks = new Map<string, ReadinessCheck>();
  private stage: 'starting' | 'started' | 'draining' = 'starting';

  /** @throws TypeError when a check of that name is there already. */
  addReadiness(name: string, check: ReadinessCheck): void {
    if (this.checks.has(name)) throw new TypeError(`There is a readiness check ${name} already.`);
    this.checks.set(name, check);
  }

  /** The process does its work now; without effect once it drains. */
  markStarted(): void {
    if (this.stage === 'starting') this.stage = 'started';
  }

  /** The process takes no new work and stops when the work under way is done. */
  markDraining(): void {
    this.stage = 'draining';
  }

  /** A sentence under the name of each check that is not content; empty when the process is ready.
   *  A check that throws or takes longer than 2 s is not content. */
  async problems(): Promise<Record<string, string>> {
    if (this.stage === 'draining') return { stage: 'The process is stopping.' };
    const found = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    );
    const problems = Object.fromEntries(
      found.flatMap(([name, problem]) => (problem === null ? [] : [[name, problem]])),
    );
    return this.stage === 'starting' ? { stage: 'The process is starting.', ...problems } : problems;
  }
}

async function outcomeOf(check: ReadinessCheck): Promise<string | null> {
  try {
    return await within(CHECK_TIMEOUT, check);
  } catch (error) {
    return `The check failed: ${reasonOf(error)}.`;
  }
}
