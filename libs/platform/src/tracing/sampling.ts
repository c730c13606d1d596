import { isSampled, type TraceContext } from './trace-context.js';

/** Decides which traces are recorded: those of callers that record theirs, and a share of those that begin here. */
export class Sampling {
  /** @param ratio from 0 to 1. */
  constructor(
    private readonly ratio: number,
    private readonly random: () => number = Math.random,
  ) {}

  /** @param caller null for a trace that begins here. */
  isRecorded(caller: TraceContext | null): boolean {
    return caller === null ? this.random() < this.ratio : isSampled(caller);
  }

  /** Whether to record a trace that other traces caused. */
  isFollowed(causes: readonly TraceContext[]): boolean {
    return causes.length === 0 ? this.isRecorded(null) : causes.some(isSampled);
  }
}
