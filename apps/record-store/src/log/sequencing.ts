import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Environment } from '@service/contracts';
import type { Leadership, Leading, TailingEventFeed } from '@service/messaging';
import type { Metrics } from '@service/platform/metrics';
import { measureLog } from './measure-log.js';
import { Sequencer, type SequencerOptions } from './sequencer.js';

export interface SequencingOptions extends SequencerOptions {
  leadership: Leadership;
  /** Reports appends of this process. */
  ownLog: TailingEventFeed;
  metrics: Metrics;
  environment: Environment;
}

/** Has one replica of the app sequence the transparency log. */
@Injectable()
export class Sequencing implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly leading: Leading;

  constructor(options: SequencingOptions) {
    const sequencer = new Sequencer(options);
    options.ownLog.onAppended(() => sequencer.nudge());
    measureLog(options.metrics, options.environment, sequencer);
    this.leading = options.leadership.lead('log', sequencer);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.leading.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.leading.stop();
  }
}
