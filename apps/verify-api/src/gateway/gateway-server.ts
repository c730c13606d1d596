import { Inject, Injectable } from '@nestjs/common';
import { RELEASE } from '@service/platform/release';
import type { FastifyInstance } from 'fastify';
import { IssuerKeys } from '../admission/authentication/oauth/issuer-keys.js';
import type { OauthTerms } from '../admission/authentication/oauth/oauth-terms.js';
import { TokenVerifier } from '../admission/authentication/oauth/token-verifier.js';
import { catalogue } from '../interface/catalogue/catalogue.js';
import { consoleApi } from '../channels/console/console-path.js';
import { Console } from '../channels/console/console.js';
import { readConsoleFiles, addConsoleFileRoutes } from '../channels/console/files/console-files.js';
import { DocumentationRoutes } from '../interface/documentation/documentation.route.js';
import type { AnswerParts } from '../channels/http/complete-answer.js';
import { ConsistencyTokens } from '../channels/http/consistency-tokens.js';
import { createServer } from '../channels/http/create-server.js';
import { addOperationRoute } from '../channels/http/operation.route.js';
import type { RequestHandler } from '../channels/http/request-handler.js';
import { ANSWER_PARTS, GATEWAY_OPTIONS } from '../infrastructure/injection-tokens.js';
import type { VerifyApiOptions } from './infrastructure.module.js';
import { LinkRoutes } from '../links/link.route.js';
import { LiveStreams } from '../channels/live/live-streams.js';
import { addStreamRoute } from '../channels/live/stream.route.js';
import { LogRoutes } from '../log/log.route.js';
import { addMcpRoute } from '../channels/mcp/mcp.route.js';
import {
  resourceMetadataOf,
  toolCapabilities,
  addResourceMetadataRoute,
} from '../channels/mcp/resource-metadata.route.js';
import { ToolCallMetrics } from '../channels/mcp/tool-call-metrics.js';
import { Admission } from '../admission/admission.js';
import { Operations } from '../admission/operations.js';
import { ShownVersions } from '../views/shown-versions.js';

/** The one server of a gateway, with the routes of all operations and of the other resources. */
@Injectable()
export class GatewayServer {
  /** Handles a request, whichever listener got it. */
  readonly handle: RequestHandler;
  private readonly server: FastifyInstance;

  constructor(
    @Inject(GATEWAY_OPTIONS) options: VerifyApiOptions,
    @Inject(ANSWER_PARTS) parts: AnswerParts,
    admission: Admission,
    operations: Operations,
    tokens: ConsistencyTokens,
    shown: ShownVersions,
    links: LinkRoutes,
    log: LogRoutes,
    documentation: DocumentationRoutes,
    toolCalls: ToolCallMetrics,
    people: Console,
    streams: LiveStreams,
  ) {
    const { environment, limits, oauth, logger, corsOrigins } = options;
    const server = createServer(parts);
    const services = { environment, admission, operations, tokens, shown, limits };
    for (const operation of catalogue) {
      if (operation.http !== undefined) addOperationRoute(server, operation, services);
    }
    log.addTo(server);
    documentation.addTo(server);
    addMcpRoute(server, {
      ...parts,
      oauth: oauth === null ? null : entranceOf(oauth),
      admission,
      operations,
      toolCalls,
      version: RELEASE,
      origins: corsOrigins,
    });
    if (oauth !== null) addResourceMetadataRoute(server, oauth);
    people.addTo(server);
    addStreamRoute(server, `${consoleApi(environment)}/stream`, { admission, streams });
    const files = readConsoleFiles(environment);
    links.addTo(server, files);
    if (files !== null) addConsoleFileRoutes(server, environment, files);
    else logger.warn('The Console is not built, so /console is not served: npm run build makes it.');
    this.server = server;
    this.handle = (request, response) => people.door.handle(request, response, server.routing);
  }

  /** Resolves when requests can be handled. */
  async start(): Promise<void> {
    await this.server.ready();
  }

  async stop(): Promise<void> {
    await this.server.close();
  }
}

function entranceOf(oauth: OauthTerms) {
  const verifier = new TokenVerifier(oauth, toolCapabilities, new IssuerKeys(oauth.issuer));
  return { verifier, metadata: resourceMetadataOf(oauth) };
}
