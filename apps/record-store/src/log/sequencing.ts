import { Injectable } from '@nestjs/common';
import { RunsWithApp, type Leadership, type Leading, type TailingEventFeed } from '@service/messaging';
import type { Metrics } from '@service/platform/metrics';
import { Sequencer, type SequencerOptions, type SequencerStatus } from './sequencer.js';

export interface SequencingOptions extends SequencerOptions {
  leadership: Leadership;
  /** Reports appends of this process. */
  ownLog: TailingEventFeed;
  metrics: Metrics;
}

/** Has one replica of the app sequence the transparency log. */
@Injectable()
export class Sequencing extends RunsWithApp {
  private readonly sequencer: Sequencer;
  protected readonly running: Leading;

  constructor(options: SequencingOptions) {
    super();
    const { ownLog } = options;
    this.sequencer = new Sequencer({
      ...options,
      isTold: () => ownLog.isTold,
      onHead: () => ownLog.headMoved(),
    });
    ownLog.onAppended((_, transaction) => this.sequencer.nudge(transaction));
    measureLog(options.metrics, this.sequencer);
    this.running = options.leadership.lead('log', this.sequencer);
  }

  /** Call it when a seal was stored. */
  nudge(): void {
    this.sequencer.nudge();
  }
}

/** Reports on the transparency log; only the replica that sequences it knows. */
function measureLog(metrics: Metrics, sequencer: Sequencer): void {
  const add = (name: string, help: string, valueOf: (status: SequencerStatus) => number | null) =>
    metrics.gauge({ name: `transparency_log_${name}`, help }, () =>
      sequencer.status === null ? null : valueOf(sequencer.status),
    );
  add('entries', 'Entries of the transparency log that are published.', ({ size }) => size);
  add(
    'head_age_seconds',
    'Seconds since the newest checkpoint was last confirmed to have every element; from 5 s on, gateways refuse to answer.',
    ({ headAt }) => (headAt === null ? null : (performance.now() - headAt) / 1_000),
  );
  add(
    'batch_duration_seconds',
    'Seconds that the last batch took, from reading to publishing.',
    ({ batchDuration }) => (batchDuration === null ? null : batchDuration / 1_000),
  );
  add(
    'refused',
    'Whether the log must not go on, because it differs from its published checkpoints.',
    (status) => (status.refused === null ? 0 : 1),
  );
  add(
    'skipped_elements',
    'Elements that this replica left out of the log, because their rows were changed or their slots taken.',
    ({ skipped }) => skipped,
  );
}
