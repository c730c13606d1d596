import { Global, Module, type DynamicModule, type FactoryProvider, type ValueProvider } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import type { Environment } from '@service/contracts';
import { KeyRing } from '@service/evidence';
import type { InteractionRecorder } from '@service/history';
import { EventFeed, PublishedEventAuthentication } from '@service/messaging';
import { CommandClient } from '@service/messaging/commands';
import type { Logger } from '@service/platform/logging';
import { createPool, withDeadline } from '@service/platform/postgres';
import { SealingKeys } from '@service/platform/sealing-keys';
import type { Settings } from '@service/platform/settings';
import type { Tracer } from '@service/platform/tracing';
import { KnownFindings } from '@service/scrub';
import pg, { Pool } from 'pg';
import type { OauthTerms } from '../admission/authentication/oauth/oauth-terms.js';
import { Peppers } from '../admission/authentication/peppers/peppers.js';
import { ConsoleTerms } from '../channels/console/console-terms.js';
import type { AnswerParts } from '../channels/http/complete-answer.js';
import { ConsoleAddress } from '../infrastructure/console-address.js';
import { FailureLog } from '../infrastructure/failure-log.js';
import {
  ANSWER_PARTS,
  BACKGROUND_POOL,
  CELL,
  ENVIRONMENT,
  GATEWAY_OPTIONS,
  LIST_POOL,
  LOGGER,
  POLICY_FILE,
  REQUEST_DEADLINE,
  RESTORED_COPY,
  TRACER,
  WITNESSES,
} from '../infrastructure/injection-tokens.js';
import { Limits } from '../admission/limits/limits.js';
import { AnswerSigner } from '../infrastructure/answer-signer.js';

/** Connections of the repositories, in addition to those of the pool. */
const MAX_CONNECTIONS = 4;

/** The parts that a driver gives the gateway of one environment. */
export interface DriverParts {
  environment: Environment;
  pool: Pool;
  /** URL with the role of this app, for the repositories of the read models. */
  databaseUrl: string;
  /** Returns the current password of the database; if missing, the URL's counts. */
  databasePassword?: (() => string) | undefined;
  feed: EventFeed;
  commands: CommandClient;
  /** Verifies that the dispatcher rendered an event. */
  publishedEvents: PublishedEventAuthentication;
  logger: Logger;
  tracer: Tracer | null;
  /** Hash the secrets of credentials. */
  peppers: Peppers;
  /** Encrypt the secrets of subscriptions. */
  sealingKeys: SealingKeys;
  /** Signing keys; those with the purpose `answer` sign answers. */
  keys: KeyRing;
}

export interface VerifyApiOptions extends DriverParts {
  /** Number of the cell that new key ids name. */
  cell: number;
  /** Milliseconds after which a request is answered in any case. */
  requestDeadline: number;
  /** Origins whose pages may call the service; `*` alone for all. */
  corsOrigins: readonly string[];
  /** Whether the database is a restored copy, on which nothing is changed or proven; then there are no keys. */
  restoredCopy: boolean;
  /** Path of the signed trust policy, a file that may be missing. */
  policyFile: string;
  /** Verifier keys of the witnesses that are asked to cosign the log’s checkpoints. */
  witnesses: readonly string[];
  /** Which access tokens its MCP endpoint accepts; null for none. */
  oauth: OauthTerms | null;
  /** How people sign in to its Console. */
  console: ConsoleTerms;
  limits: Limits;
  bounds: Pick<Settings, 'maxRequests' | 'maxUnreadMegabytes'>;
  recorder: InteractionRecorder;
  /** What this process’s scrub has found. */
  findings: KnownFindings;
}

/** Provides the parts of the gateway and its repositories' database to all modules. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [LIST_POOL, GATEWAY_OPTIONS],
      useFactory: (pool: Pool, options: VerifyApiOptions): TypeOrmModuleOptions => ({
        type: 'postgres',
        driver: listDriver(withDeadline(pool, options.requestDeadline)),
        autoLoadEntities: true,
        synchronize: false,
        // Like the other apps, a gateway that cannot reach its database fails at once.
        retryAttempts: 0,
      }),
    }),
  ],
})
export class InfrastructureModule {
  static register(options: VerifyApiOptions, parts: AnswerParts): DynamicModule {
    const { signer, failures } = parts;
    const providers: (ValueProvider | FactoryProvider)[] = [
      { provide: GATEWAY_OPTIONS, useValue: options },
      { provide: ANSWER_PARTS, useValue: parts },
      { provide: ENVIRONMENT, useValue: options.environment },
      { provide: ConsoleTerms, useValue: options.console },
      { provide: ConsoleAddress, useValue: options.console.origin },
      { provide: CELL, useValue: options.cell },
      { provide: LOGGER, useValue: options.logger },
      { provide: TRACER, useValue: options.tracer },
      { provide: Pool, useValue: withDeadline(options.pool, options.requestDeadline) },
      { provide: BACKGROUND_POOL, useValue: options.pool },
      { provide: REQUEST_DEADLINE, useValue: options.requestDeadline },
      { provide: LIST_POOL, useFactory: () => openListPool(options) },
      { provide: EventFeed, useValue: options.feed },
      { provide: PublishedEventAuthentication, useValue: options.publishedEvents },
      { provide: CommandClient, useValue: options.commands },
      { provide: Peppers, useValue: options.peppers },
      { provide: SealingKeys, useValue: options.sealingKeys },
      { provide: KeyRing, useValue: options.keys },
      { provide: POLICY_FILE, useValue: options.policyFile },
      { provide: RESTORED_COPY, useValue: options.restoredCopy },
      { provide: WITNESSES, useValue: options.witnesses },
      { provide: KnownFindings, useValue: options.findings },
      { provide: Limits, useValue: options.limits },
      { provide: AnswerSigner, useValue: signer },
      { provide: FailureLog, useValue: failures },
    ];
    return { module: InfrastructureModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}

/** The pool of the repositories, which TypeORM ends. */
function openListPool({ databaseUrl, databasePassword, logger }: VerifyApiOptions): Pool {
  return createPool(databaseUrl, {
    max: MAX_CONNECTIONS,
    applicationName: 'lists',
    logger,
    password: databasePassword,
  });
}

/** Makes TypeORM use an existing pool. A pool that TypeORM made would have no metrics and would keep an old password. */
export function listDriver(pool: Pool): object {
  return {
    ...pg,
    Pool: function ListPool() {
      return pool;
    },
  };
}
