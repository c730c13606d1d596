import { HistoryWalk } from '@service/history';
import type { Logger } from '@service/platform/logging';
import type { Pool } from 'pg';
import { differenceInHistory, type Difference } from './difference.js';
import { KnownFindings } from './known-findings.js';

export interface HistoryScrubOptions {
  pool: Pool;
  logger: Pick<Logger, 'error'>;
  /** Called once for each new finding. */
  alarm(difference: Difference): void;
  /** Milliseconds after which the last whole walk is too old. */
  staleAfter: number;
  now?: () => number;
}

// Small, so that answers do not wait for a step.
const WINDOW = { blocks: 8, lines: 500 };

/**
 * Walks through the interaction history, its chains and seals, again and again, beside the rounds of the scrub: the
 * history may be so long that records would wait for it. Its findings concern no answer about a record.
 */
export class HistoryScrub {
  private readonly known = new KnownFindings();
  private readonly now: () => number;
  private walk: HistoryWalk | null = null;
  private walks = 0;
  private completedAt: number;
  private isStale = false;

  constructor(private readonly options: HistoryScrubOptions) {
    this.now = options.now ?? Date.now;
    this.completedAt = this.now();
  }

  /** Number of findings that the last whole walk or the present one has. */
  get findings(): number {
    return this.known.all().length;
  }

  /** Whether a walk has begun and goes on. */
  get isWalking(): boolean {
    return this.walk !== null;
  }

  /** Seconds since the last whole walk, or since the beginning. */
  get seconds(): number {
    return Math.max(0, (this.now() - this.completedAt) / 1_000);
  }

  /** Call this where this process begins to scrub. */
  begin(): void {
    this.known.goOn();
    this.completedAt = this.now();
  }

  /** Call this where another process may scrub from now on. */
  end(): void {
    this.walk = null;
    this.known.endIn(this.options.staleAfter);
  }

  /** Checks the next lines or seals; after an error it goes on where it was. */
  async step(): Promise<void> {
    this.walk ??= this.newWalk();
    if (!(await this.walk.step())) {
      this.walk = null;
      this.completedAt = this.now();
      this.known.forgetBefore(this.walks);
    }
    this.watch();
  }

  private newWalk(): HistoryWalk {
    this.walks += 1;
    const found = {
      lane: ({ day, project_id, writer }: Lane, { sequence, lines, kind }: Fault) => {
        const what = lines === 1 ? kind : `${lines} lines ${kind}`;
        this.note(`${day} ${project_id} ${writer} ${sequence}: ${what}`);
      },
      seal: ({ seal, kind }: { seal: number; kind: string }) => this.note(`seal ${seal}: ${kind}`),
    };
    return new HistoryWalk(this.options.pool, null, found, WINDOW);
  }

  private note(difference: string): void {
    for (const each of this.known.note([differenceInHistory(difference)], this.walks)) {
      this.options.alarm(each);
    }
  }

  private watch(): void {
    const isStale = this.now() - this.completedAt > this.options.staleAfter;
    if (isStale && !this.isStale) {
      this.options.logger.error(
        { age_seconds: Math.round(this.seconds) },
        'Stored data has not been compared for too long: no whole walk through the history was completed.',
      );
    }
    this.isStale = isStale;
  }
}

interface Lane {
  day: string;
  project_id: string;
  writer: string;
}

interface Fault {
  sequence: number;
  lines: number;
  kind: string;
}
