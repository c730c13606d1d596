import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@service/platform/logging';
import type { Metrics } from '@service/platform/metrics';
import { LOGGER } from '../infrastructure/injection-tokens.js';

/** Most subjects that are remembered; each further one raises its alarm every time, and is not counted. */
const CAPACITY = 10_000;

/** A subject whose newest element, by the stored data, has a successor in the log. */
export interface Contradiction {
  subjectId: string;
  version: number;
  /** Index of the successor. */
  leaf: number;
  /** Size of the tree that the answer holds as of. */
  treeSize: number;
}

/** Raises an alarm for each subject whose stored data the transparency log contradicts. */
@Injectable()
export class LogContradictions {
  private readonly subjects = new Set<string>();

  constructor(@Inject(LOGGER) private readonly logger: Pick<Logger, 'error'>) {}

  /** Number of subjects with an alarm since the start. */
  get count(): number {
    return this.subjects.size;
  }

  /** The log has a newer element than the stored data. */
  alarm({ subjectId, version, leaf, treeSize }: Contradiction): void {
    if (!this.isNew(subjectId)) return;
    this.logger.error(
      { subject_id: subjectId, version, leaf, tree_size: treeSize },
      'Stored data was tampered with: the transparency log has a newer element.',
    );
  }

  /** The log refutes an element of the subject, or whom it rests on. */
  refuted(subjectId: string, { treeSize }: Pick<Contradiction, 'treeSize'>): void {
    if (!this.isNew(subjectId)) return;
    this.logger.error(
      { subject_id: subjectId, tree_size: treeSize },
      'The transparency log refutes stored data: an element is missing, late, or behind what ended that on which it rests.',
    );
  }

  private isNew(subjectId: string): boolean {
    if (this.subjects.has(subjectId)) return false;
    if (this.subjects.size < CAPACITY) this.subjects.add(subjectId);
    return true;
  }
}

/** Counts the subjects that the log contradicts. */
export function measureContradictions(
  metrics: Metrics,
  contradictions: Pick<LogContradictions, 'count'>,
): void {
  metrics.counter(
    {
      name: 'log_contradictions_total',
      help: 'Records, authorities and keys whose stored data the transparency log contradicts.',
    },
    () => contradictions.count,
  );
}
