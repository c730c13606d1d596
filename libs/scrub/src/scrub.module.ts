import {
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Environment } from '@service/contracts';
import type { Leadership, Leading } from '@service/messaging';
import type { Metrics } from '@service/platform/metrics';
import { OutageLog, PeriodicTask } from '@service/platform/scheduling';
import { measureScrub } from './measure-scrub.js';
import { PARTS, type Part } from './pace/bounds.js';
import { RoundAge } from './round-age.js';
import { RoundReports } from './round-reports.js';
import { Scrubbing, type ScrubbingOptions } from './scrubbing.js';

export interface ScrubOptions extends ScrubbingOptions {
  environment: Environment;
  /** Decides which replica scrubs. */
  leadership: Leadership;
  metrics: Metrics;
}

/** Runs the background scrub in one replica of an application, and watches it in all. */
@Module({})
export class ScrubModule {
  static register(options: ScrubOptions): DynamicModule {
    return {
      module: ScrubModule,
      providers: [{ provide: ScrubDuty, useFactory: () => new ScrubDuty(options) }],
    };
  }
}

/** Milliseconds between two looks at the age of the last round. */
const WATCH_EVERY = 5_000;

class ScrubDuty implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly leading: Leading;
  private readonly watch: PeriodicTask;

  constructor({ leadership, metrics, ...options }: ScrubOptions) {
    const reports = new RoundReports(options);
    const ageOf = (part: Part) => new RoundAge({ ...options, part, reports });
    const ages = { ends: ageOf('ends'), newest: ageOf('newest'), everything: ageOf('everything') };
    const scrubbing = new Scrubbing(options, ages);
    measureScrub(metrics, { ...options, ages, scrubbing });
    this.leading = leadership.lead('scrub', scrubbing);
    const outage = new OutageLog(options.logger, 'Watching the scrub');
    const watch = async () => {
      await Promise.all(PARTS.map((part) => ages[part].watch()));
    };
    this.watch = new PeriodicTask(watch, WATCH_EVERY, outage);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.watch.start();
    await this.leading.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.watch.stop();
    await this.leading.stop();
  }
}
