import {
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Leadership, Leading } from '@service/messaging';
import type { Metrics } from '@service/platform/metrics';
import { measureScrub } from './measure-scrub.js';
import { Scrubbing, type ScrubbingOptions } from './scrubbing.js';

export interface ScrubOptions extends ScrubbingOptions {
  /** Decides which replica scrubs. */
  leadership: Leadership;
  metrics: Metrics;
}

/** Runs the background scrub in one replica of an application. */
@Module({})
export class ScrubModule {
  static register(options: ScrubOptions): DynamicModule {
    return {
      module: ScrubModule,
      providers: [{ provide: ScrubDuty, useFactory: () => new ScrubDuty(options) }],
    };
  }
}

class ScrubDuty implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly leading: Leading;

  constructor({ leadership, metrics, ...options }: ScrubOptions) {
    const scrubbing = new Scrubbing(options);
    measureScrub(metrics, options, scrubbing);
    this.leading = leadership.lead('scrub', scrubbing);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.leading.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.leading.stop();
  }
}
