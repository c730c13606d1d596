import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import { LOGGER } from '../infrastructure/injection-tokens.js';

/** Most contradictions that are told, so that what one finding has spoiled does not fill the log. Others are only counted. */
const CAPACITY = 1_000;

/** A subject whose newest element, by the stored data, has a successor in the log. */
export interface Contradiction {
  subjectId: string;
  version: number;
  /** Index of the successor. */
  leaf: number;
  /** Size of the tree that the answer holds as of. */
  treeSize: number;
}

/** Raises one alarm for each thing in which the transparency log contradicts stored data. */
@Injectable()
export class LogContradictions {
  private readonly told = new Set<string>();
  /** How often others were met, which are not remembered. */
  private untold = 0;

  constructor(@Inject(LOGGER) private readonly logger: Pick<Logger, 'error'>) {}

  /** Number of contradictions since the start. */
  get count(): number {
    return this.told.size + this.untold;
  }

  /** The log has a newer element than the stored data. */
  alarm({ subjectId, version, leaf, treeSize }: Contradiction): void {
    this.tell(
      `${subjectId} ${version} ${leaf}`,
      { subject_id: subjectId, version, leaf, tree_size: treeSize },
      'Stored data was tampered with: the transparency log has a newer element.',
    );
  }

  /**
   * The log refutes an element of the subject, or whom it rests on.
   * @param contradiction how the log contradicts it.
   */
  refuted(subjectId: string, contradiction: string, { treeSize }: Pick<Contradiction, 'treeSize'>): void {
    this.tell(
      `${subjectId} ${contradiction}`,
      { subject_id: subjectId, contradiction, tree_size: treeSize },
      'The transparency log refutes stored data.',
    );
  }

  private tell(name: string, fields: object, message: string): void {
    if (this.told.has(name)) return;
    if (this.told.size === CAPACITY) {
      this.untold += 1;
      return;
    }
    this.told.add(name);
    this.logger.error(fields, message);
    if (this.told.size === CAPACITY)
      this.logger.error(
        { told: CAPACITY },
        'The transparency log may contradict more: that is not told any more.',
      );
  }
}

/** Counts what the log contradicts. */
export function measureContradictions(
  metrics: Metrics,
  contradictions: Pick<LogContradictions, 'count'>,
): void {
  metrics.counter(
    {
      name: 'log_contradictions_total',
      help: 'Contradictions of stored records, authorities and keys by the transparency log; beyond 1,000, each time that one is met.',
    },
    () => contradictions.count,
  );
}
