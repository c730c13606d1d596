import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@service/platform/logging';
import { OutageLog, PeriodicTask } from '@service/platform/scheduling';
import type { FastifyInstance } from 'fastify';
import { LOGGER } from '../../infrastructure/injection-tokens.js';
import { ConsoleDoor } from './console-door.js';
import { ConsoleParts } from './console-parts.js';
import { addOidcRoutes } from './oidc.routes.js';
import { addSessionRoutes } from './session.routes.js';
import { addSignInRoutes } from './sign-in.routes.js';
import { addStepUpRoutes } from './step-up.routes.js';

/** Milliseconds between two deletions of expired challenges and sessions. */
const CLEARED_EVERY = 60_000;

/** The sign-in of one environment’s Console, and its door. */
@Injectable()
export class Console {
  private readonly clearing: PeriodicTask;

  constructor(
    readonly door: ConsoleDoor,
    private readonly parts: ConsoleParts,
    @Inject(LOGGER) logger: Logger,
  ) {
    const { challenges, sessions } = parts;
    this.clearing = new PeriodicTask(
      () => Promise.all([challenges.forgetExpired(), sessions.forgetExpired()]).then(() => undefined),
      CLEARED_EVERY,
      new OutageLog(logger, 'Clearing what has expired of the Console'),
    );
  }

  addTo(server: FastifyInstance): void {
    for (const add of [addSignInRoutes, addOidcRoutes, addSessionRoutes, addStepUpRoutes])
      add(server, this.parts);
  }

  onApplicationBootstrap(): void {
    this.clearing.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.clearing.stop();
  }
}
