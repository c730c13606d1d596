import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Bootstrap } from '../bootstrap/bootstrap.js';
import { LiveStreams } from '../channels/live/live-streams.js';
import { ToolCallMetrics } from '../channels/mcp/tool-call-metrics.js';
import { EventWatch } from '../events/event-watch.js';
import { LIST_POOL } from '../infrastructure/injection-tokens.js';
import { CommandSender } from '../owners/command-sender.js';
import { AnswerKey } from '../verify/answer-key.js';
import { LogContradictions } from '../verify/log-contradictions.js';
import { GatewayViews } from '../views/gateway-views.js';
import { GatewayServer } from './gateway-server.js';

/** What a gateway takes from its application. */
@Injectable()
export class GatewayParts {
  constructor(
    readonly server: GatewayServer,
    readonly views: GatewayViews,
    readonly bootstrap: Bootstrap,
    readonly watch: EventWatch,
    readonly streams: LiveStreams,
    readonly commands: CommandSender,
    readonly toolCalls: ToolCallMetrics,
    readonly contradictions: LogContradictions,
    readonly answerKey: AnswerKey,
    @Inject(LIST_POOL) readonly lists: Pool,
  ) {}
}
