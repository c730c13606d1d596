import { Module, type DynamicModule } from '@nestjs/common';
import { AuthenticationModule } from '../admission/authentication/authentication.module.js';
import { AuthoritiesModule } from '../authorities/authorities.module.js';
import { Bootstrap } from '../bootstrap/bootstrap.js';
import { catalogue } from '../interface/catalogue/catalogue.js';
import { ConsoleModule } from '../channels/console/console.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { DocumentationModule } from '../interface/documentation/documentation.module.js';
import { GatewayParts } from './gateway-parts.js';
import { GatewayServer } from './gateway-server.js';
import { Consistency } from '../channels/http/consistency/consistency.js';
import { ConsistencyTokens } from '../channels/http/consistency/consistency-tokens.js';
import { Peppers } from '../admission/authentication/peppers/peppers.js';
import { GatewayViews } from '../views/gateway-views.js';
import { EventsModule } from '../events/events.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { InteractionsModule } from '../interactions/interactions.module.js';
import { LinksModule } from '../links/links.module.js';
import { LiveModule } from '../channels/live/live.module.js';
import { LogModule } from '../log/log.module.js';
import { McpModule } from '../channels/mcp/mcp.module.js';
import { OperationsModule } from '../admission/operations.module.js';
import { OperatorsModule } from '../operators/operators.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { RecordsModule } from '../records/records.module.js';
import { StatusModule } from '../status/status.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { OwnersModule } from '../owners/owners.module.js';
import { ListsModule } from '../lists/lists.module.js';
import { VerifyModule } from '../verify/verify.module.js';
import { ViewsModule } from '../views/views.module.js';

/** The gateway: authenticates, answers from its own views, forwards commands. */
@Module({
  imports: [
    ViewsModule,
    AuthenticationModule,
    OperationsModule,
    OwnersModule,
    ListsModule,
    RecordsModule,
    VerifyModule,
    EvidenceModule,
    AuthoritiesModule,
    CredentialsModule,
    LinksModule,
    SubscriptionsModule,
    DeliveriesModule,
    ProjectsModule,
    OperatorsModule,
    EventsModule,
    InteractionsModule,
    UsageModule,
    StatusModule,
    ConsoleModule.of(catalogue),
    LiveModule,
    DocumentationModule.describing(catalogue),
    LogModule,
    McpModule,
  ],
  providers: [
    GatewayServer,
    GatewayParts,
    Bootstrap,
    {
      provide: Consistency,
      inject: [Peppers, GatewayViews],
      useFactory: (peppers: Peppers, { shown }: GatewayViews) =>
        new Consistency(new ConsistencyTokens(peppers), shown),
    },
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
