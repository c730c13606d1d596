import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, Reflector } from '@nestjs/core';
import type { Environment } from '@service/contracts';
import { KeyRing } from '@service/evidence';
import { HistoryModule, LastUses, type InteractionRecorder } from '@service/history';
import type { EventFeed } from '@service/messaging';
import { CommandClient } from '@service/messaging/commands';
import type { Logger } from '@service/platform/logging';
import type { SealingKeys } from '@service/platform/sealing';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { AuthoritiesController } from './authorities/authorities.controller.js';
import { Authorities } from './authorities/authorities.js';
import { Authenticator } from './authentication/authenticator.js';
import { CredentialsController } from './credentials/credentials.controller.js';
import { Credentials, ENVIRONMENT } from './credentials/credentials.js';
import { LeakedCredentials } from './credentials/leaks/leaked-credentials.js';
import { LeaksController } from './credentials/leaks/leaks.controller.js';
import { Pepper } from './authentication/peppers/pepper.js';
import { Peppers } from './authentication/peppers/peppers.js';
import { AsyncApiDocument } from './documentation/asyncapi-document.js';
import { Deliveries } from './deliveries/deliveries.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DocumentationController } from './documentation/documentation.controller.js';
import { OpenApiDocument } from './documentation/openapi-document.js';
import { EventCategoriesController } from './events/event-categories.controller.js';
import { EventsController } from './events/events.controller.js';
import { PublishedEvents } from './events/published-events.js';
import { EvidenceController } from './evidence/evidence.controller.js';
import { MakeBundle } from './evidence/make-bundle.js';
import { AccessGuard } from './http/access.js';
import { Admission } from './http/admission.js';
import { BodyPipe } from './http/body.pipe.js';
import type { AnswerParts } from './http/complete-answer.js';
import { CommandSender } from './http/command-sender.js';
import { Consistency } from './http/consistency/consistency.js';
import { ConsistencyInterceptor } from './http/consistency/consistency.interceptor.js';
import { ConsistencyTokens } from './http/consistency/consistency-tokens.js';
import { EtagInterceptor } from './http/etag.interceptor.js';
import { FailureLog } from './http/failure-log.js';
import { SubjectInterceptor } from './http/subject.interceptor.js';
import { ServiceErrorFilter } from './http/service-error.filter.js';
import { InteractionsController } from './interactions/interactions.controller.js';
import { Limits } from './limits/limits.js';
import { KeysController } from './log/keys.controller.js';
import { LogController } from './log/log.controller.js';
import { LogTiles } from './log/log-tiles.js';
import { PublishedLog } from './log/published-log.js';
import { ProjectsController } from './projects/projects.controller.js';
import { Projects } from './projects/projects.js';
import { ChangeRecord } from './records/change-record.js';
import { ListRecords } from './records/list-records.js';
import { ReadRecord } from './records/read-record.js';
import { RecordsController } from './records/records.controller.js';
import { RegisterRecords } from './records/register-records.js';
import { UsageController } from './usage/usage.controller.js';
import { Subscriptions } from './subscriptions/subscriptions.js';
import { SubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { GatewayViews } from './views/gateway-views.js';
import { RecordReader } from './views/records/record-reader.js';
import { VerifyBatchController } from './verify/verify-batch.controller.js';
import { VerifyRecords } from './verify/verify-records.js';

/** What the gateway stands on, in one environment. */
export interface VerifyApiOptions {
  environment: Environment;
  pool: Pool;
  /** For lists; its entities are `verifyApiEntities`. */
  database: DataSource;
  feed: EventFeed;
  commands: CommandClient;
  logger: Logger;
  /** The keys that credentials' secrets are hashed under. */
  peppers: Peppers;
  /** The keys that the secrets of subscriptions are encrypted under. */
  sealingKeys: SealingKeys;
  /** Of which the answer keys sign answers. */
  keys: KeyRing;
  limits: Limits;
  recorder: InteractionRecorder;
}

/** The gateway: authenticates, answers from its own views, forwards commands. */
@Module({})
export class VerifyApiModule {
  static register(
    options: VerifyApiOptions,
    { signer, failures }: AnswerParts,
    background: readonly DynamicModule[],
  ): DynamicModule {
    const { environment, pool, database, feed, commands, logger, peppers, sealingKeys, keys, limits } =
      options;
    return {
      module: VerifyApiModule,
      imports: [HistoryModule.register(pool), ...background],
      controllers: [
        RecordsController,
        VerifyBatchController,
        EvidenceController,
        AuthoritiesController,
        CredentialsController,
        LeaksController,
        SubscriptionsController,
        DeliveriesController,
        ProjectsController,
        EventsController,
        EventCategoriesController,
        InteractionsController,
        UsageController,
        DocumentationController,
        LogController,
        KeysController,
      ],
      providers: [
        { provide: ENVIRONMENT, useValue: environment },
        { provide: DataSource, useValue: database },
        { provide: CommandClient, useValue: commands },
        { provide: KeyRing, useValue: keys },
        { provide: Limits, useValue: limits },
        { provide: Pepper, useValue: peppers.newest },
        { provide: RecordReader, useFactory: () => new RecordReader(pool) },
        {
          provide: GatewayViews,
          inject: [RecordReader],
          useFactory: (records: RecordReader) => new GatewayViews(feed, records, pool, logger),
        },
        {
          provide: VerifyRecords,
          inject: [RecordReader, GatewayViews],
          useFactory: (records: RecordReader, views: GatewayViews) =>
            new VerifyRecords(
              records,
              views.freshness.records,
              views.directory,
              views.directoryFeed,
              views.heads,
            ),
        },
        {
          provide: Authenticator,
          inject: [GatewayViews],
          useFactory: (views: GatewayViews) =>
            new Authenticator(views.directory, views.freshness.directory, peppers, environment, logger),
        },
        {
          provide: Credentials,
          inject: [CommandSender, GatewayViews, Pepper, LastUses],
          useFactory: (sender: CommandSender, views: GatewayViews, key: Pepper, lastUses: LastUses) =>
            new Credentials(sender, views, database, key, environment, lastUses),
        },
        {
          provide: Subscriptions,
          inject: [CommandSender, GatewayViews],
          useFactory: (sender: CommandSender, views: GatewayViews) =>
            new Subscriptions(sender, views, database, sealingKeys),
        },
        {
          provide: Deliveries,
          inject: [CommandSender, Subscriptions],
          useFactory: (sender: CommandSender, subscriptions: Subscriptions) =>
            new Deliveries(sender, subscriptions, database, pool),
        },
        {
          provide: MakeBundle,
          inject: [VerifyRecords, GatewayViews],
          useFactory: (verifyRecords: VerifyRecords, { directory }: GatewayViews) =>
            new MakeBundle(pool, verifyRecords, directory, new LogTiles(pool), signer),
        },
        { provide: PublishedEvents, useFactory: () => new PublishedEvents(pool) },
        { provide: PublishedLog, useFactory: () => new PublishedLog(pool) },
        {
          provide: LeakedCredentials,
          inject: [Authenticator, CommandSender],
          useFactory: (authenticator: Authenticator, sender: CommandSender) =>
            new LeakedCredentials(environment, authenticator, sender, logger),
        },
        {
          provide: Consistency,
          inject: [GatewayViews],
          useFactory: (views: GatewayViews) => new Consistency(new ConsistencyTokens(peppers), views.shown),
        },
        CommandSender,
        RegisterRecords,
        ChangeRecord,
        ListRecords,
        ReadRecord,
        Authorities,
        Projects,
        OpenApiDocument,
        AsyncApiDocument,
        BodyPipe,
        {
          provide: Admission,
          inject: [Authenticator],
          useFactory: (authenticator: Authenticator) => new Admission(authenticator, limits),
        },
        {
          provide: APP_GUARD,
          inject: [Reflector, Admission],
          useFactory: (reflector: Reflector, admission: Admission) => new AccessGuard(reflector, admission),
        },
        { provide: APP_PIPE, useExisting: BodyPipe },
        { provide: FailureLog, useValue: failures },
        { provide: APP_FILTER, useClass: ServiceErrorFilter },
        { provide: APP_INTERCEPTOR, useClass: ConsistencyInterceptor },
        { provide: APP_INTERCEPTOR, useClass: EtagInterceptor },
        { provide: APP_INTERCEPTOR, useClass: SubjectInterceptor },
      ],
    };
  }
}
