import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LastUses } from '@service/history';
import { Admission } from '../admission/admission.js';
import { Authenticator } from '../admission/authentication/authenticator.js';
import { FormerSecretUses } from '../admission/authentication/former-secret-uses.js';
import { OauthCallers } from '../admission/authentication/oauth/oauth-callers.js';
import { Pepper } from '../admission/authentication/peppers/pepper.js';
import { Peppers } from '../admission/authentication/peppers/peppers.js';
import { SessionCallers } from '../admission/authentication/sessions/session-callers.js';
import { JustIssued } from '../admission/authentication/tokens/just-issued.js';
import { Operations } from '../admission/operations.js';
import { Bootstrap } from '../bootstrap/bootstrap.js';
import { consoleProviders } from '../channels/console/console.providers.js';
import { ConsistencyTokens } from '../channels/http/consistency-tokens.js';
import { LiveStreams } from '../channels/live/live-streams.js';
import { ToolCallMetrics } from '../channels/mcp/tool-call-metrics.js';
import { EventWatch } from '../events/event-watch.js';
import { MakeBundle } from '../evidence/make-bundle.js';
import { catalogue } from '../interface/catalogue/catalogue.js';
import { AsyncApiDocument } from '../interface/documentation/asyncapi-document.js';
import { DocumentationRoutes } from '../interface/documentation/documentation.route.js';
import { OpenApiDocument } from '../interface/documentation/openapi-document.js';
import { Pages } from '../interface/documentation/pages.js';
import { Cursors } from '../interface/inputs/cursors.js';
import { KnownLinks } from '../links/known-link.js';
import { LinkRoutes } from '../links/link.route.js';
import { OpenLink } from '../links/open-link.js';
import { Exports } from '../lists/exports.js';
import { MetadataReader } from '../lists/metadata-reader.js';
import { LogRoutes } from '../log/log.route.js';
import { PublicReads } from '../log/public-reads.js';
import { PublishedLog } from '../log/published-log.js';
import { PublishedPolicy } from '../log/published-policy.js';
import { OperatorProfiles } from '../operators/operator-profiles.js';
import { CommandSender } from '../owners/command-sender.js';
import { verifyProviders } from '../verify/verify.providers.js';
import { SNAPSHOT_ENTITIES } from '../views/snapshot.entities.js';
import { ViewsModule } from '../views/views.module.js';
import { GatewayParts } from './gateway-parts.js';
import { GatewayServer } from './gateway-server.js';

/** The use cases of the operations. */
const useCases = [...new Set(catalogue.map(({ useCase }) => useCase as Type))];

/** The gateway: authenticates, answers from its own views, forwards commands. */
@Module({
  imports: [ViewsModule, TypeOrmModule.forFeature(SNAPSHOT_ENTITIES)],
  providers: [
    ...useCases,
    Authenticator,
    OauthCallers,
    SessionCallers,
    JustIssued,
    FormerSecretUses,
    { provide: Pepper, inject: [Peppers], useFactory: (peppers: Peppers) => peppers.newest },
    ...verifyProviders,
    ...consoleProviders(catalogue),
    Admission,
    Operations,
    CommandSender,
    MakeBundle,
    Cursors,
    Exports,
    MetadataReader,
    LastUses,
    OperatorProfiles,
    EventWatch,
    LiveStreams,
    ToolCallMetrics,
    KnownLinks,
    OpenLink,
    LinkRoutes,
    LogRoutes,
    PublicReads,
    PublishedLog,
    PublishedPolicy,
    DocumentationRoutes,
    AsyncApiDocument,
    { provide: OpenApiDocument, useFactory: () => new OpenApiDocument(catalogue) },
    Pages,
    ConsistencyTokens,
    Bootstrap,
    GatewayServer,
    GatewayParts,
  ],
})
export class VerifyApiModule {
  /**
   * @param infrastructure as `InfrastructureModule.register` returns it.
   * @param background modules without routes.
   */
  static register(infrastructure: DynamicModule, background: readonly DynamicModule[]): DynamicModule {
    return { module: VerifyApiModule, imports: [infrastructure, ...background] };
  }
}
