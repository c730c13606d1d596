import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

/** Has what it follows or leads run as long as its app. */
export abstract class RunsWithApp implements OnApplicationBootstrap, OnApplicationShutdown {
  protected abstract readonly running: { start(): Promise<void>; stop(): Promise<void> };

  onApplicationBootstrap(): Promise<void> {
    return this.running.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.running.stop();
  }
}
