import { Inject, Injectable } from '@nestjs/common';
import {
  agreedNow,
  wasReplayed,
  type AggregateCommandType,
  type CommandEnvelope,
  type CommandPayload,
  type CommandReply,
  type CommandType,
  type DeliveryRequestType,
  type RecordSnapshot,
} from '@service/contracts';
import {
  COMMAND_TIMEOUT,
  CommandClient,
  newCommand,
  traceCommand,
  type Pace,
  MOST_OF_PROJECT,
} from '@service/messaging/commands';
import { Distributions, type Metrics } from '@service/platform/metrics';
import type { Tracer } from '@service/platform/tracing';
import { TRACER } from '../infrastructure/injection-tokens.js';
import { GatewayViews } from '../views/gateway-views.js';
import { isRecord } from '../views/shown-versions.js';
import type { RequestVersions } from '../interface/call.js';
import type { Idempotency } from '../interface/idempotency.js';
import type { RequestContext } from '../interface/request-context.js';
import { ChangesUnderWay } from './changes-under-way.js';

/** Milliseconds that the view of records is behind: up to the first no change waits for it, from the second on they come singly. */
const FULL_UNTIL = 1_500;
const SLOWEST_FROM = 4_000;
/** Milliseconds. A view counts as behind since 1970 until it was up to date once since the start: no wait would help. */
const NEVER_UP_TO_DATE = Date.parse('2000-01-01');

/**
 * How many changes of a project’s records may be with their owner at a time: the further the view is behind, the fewer, so that
 * it catches up. Nothing is verified while it is five seconds behind.
 * @param behind milliseconds that the view of records is behind.
 */
export function changesAtATime(behind: number): number {
  if (behind <= FULL_UNTIL || behind > NEVER_UP_TO_DATE) return Infinity;
  const room = (SLOWEST_FROM - behind) / (SLOWEST_FROM - FULL_UNTIL);
  return Math.max(1, Math.round(MOST_OF_PROJECT * room));
}

/** On whose behalf, and by which request, a command is sent. */
export interface CommandSource {
  projectId: string | null;
  /** The caller's credential, or the name that a part of the service issues its own commands under. */
  credentialId: string;
  requestId: string | null;
  traceparent?: string | null;
  tracestate?: string | null;
  versions?: RequestVersions;
  idempotency?: Idempotency | null;
  /** Its deadline is the command's, too; a command that waited for its turn is sent only if the caller still may. */
  requestContext?: Pick<RequestContext, 'deadline' | 'requireStillAdmitted'> | null;
}

/**
 * Sends commands to the apps that own the aggregates. A record is returned from its owner's reply, and its readers
 * wait for the view. Others are returned once this gateway's views show them: what a caller may do depends on them.
 */
@Injectable()
export class CommandSender {
  private readonly underWay = new ChangesUnderWay();
  private readonly durations = new Distributions<{ command: string; outcome: string }>();

  constructor(
    private readonly client: CommandClient,
    private readonly views: GatewayViews,
    @Inject(TRACER) private readonly tracer: Tracer | null,
  ) {}

  /**
   * @param key id of the aggregate; a retry may return the result of the first command, which has another id.
   * @param names ids of the authorities that the command names, whose known versions are sent with it.
   * @throws ServiceError what the owner refused with; `rate.limited` where too many are under way on the aggregate.
   */
  async send<Type extends AggregateCommandType>(
    type: Type,
    source: CommandSource,
    key: string,
    payload: CommandPayload<Type>,
    names: readonly string[] = [],
  ): Promise<CommandReply<Type>> {
    const result = await this.resultOf(this.commandOf(type, source, key, payload, names), source);
    if (isRecordReply(result)) this.views.ownWrites.note(result);
    else await this.views.shown.untilShown(result.id, result.version);
    source.versions?.written.set(result.id, result.version);
    return result;
  }

  /**
   * Sends a request for deliveries, which no view shows.
   * @param key id of the request; a retry may return the result of the first command, which has another id.
   * @throws ServiceError what the owner refused with.
   */
  ask<Type extends DeliveryRequestType>(
    type: Type,
    source: CommandSource,
    key: string,
    payload: CommandPayload<Type>,
  ): Promise<CommandReply<Type>> {
    return this.resultOf(this.commandOf(type, source, key, payload, []), source);
  }

  /** Adds the durations of commands to the metrics. */
  measure(metrics: Metrics): void {
    metrics.histogram(
      {
        name: 'command_duration_seconds',
        help: 'Seconds until the owner of an aggregate had answered a command: `done`, or `refused` with any error.',
        labels: ['command', 'outcome'],
      },
      () => this.durations.entries(),
    );
  }

  /** The owner's reply; notes whether the reply or refusal is the stored result of an earlier request. */
  private async resultOf<Type extends CommandType>(
    command: CommandEnvelope<Type>,
    { idempotency, requestContext }: CommandSource,
  ): Promise<CommandReply<Type>> {
    const began = performance.now();
    let outcome = 'refused';
    let leave: (() => void) | null = null;
    try {
      leave = this.underWay.enter(command);
      const pace: Pace = {
        most: () =>
          isRecord(command.key) ? changesAtATime(this.views.freshness.records.look().behind) : Infinity,
        mayBegin: () => requestContext?.requireStillAdmitted(),
      };
      const reply = await traceCommand(this.tracer, 'send', command, (sent) => this.client.send(sent, pace));
      outcome = 'done';
      return reply;
    } finally {
      leave?.();
      const { type } = command;
      this.durations
        .at(`${type} ${outcome}`, () => ({ command: type, outcome }))
        .observe((performance.now() - began) / 1_000);
      idempotency?.noteResult(wasReplayed(command));
    }
  }

  private commandOf<Type extends CommandType>(
    type: Type,
    source: CommandSource,
    key: string,
    payload: CommandPayload<Type>,
    names: readonly string[],
  ): CommandEnvelope<Type> {
    return newCommand(type, payload, {
      key,
      deadline: deadlineOf(source),
      project_id: source.projectId,
      issued_by: source.credentialId,
      request_id: source.requestId,
      traceparent: source.traceparent ?? null,
      tracestate: source.tracestate ?? null,
      idempotency_key: source.idempotency?.key ?? null,
      body_digest: source.idempotency?.bodyDigest() ?? null,
      known_versions: {
        ...Object.fromEntries(source.versions?.known ?? []),
        ...this.knownVersions(source.projectId, names),
      },
    });
  }

  /** Only of the project's own authorities: those of another project must look as if they did not exist. */
  private knownVersions(projectId: string | null, ids: readonly string[]): Record<string, number> {
    const known = ids.flatMap((id) => {
      const authority = this.views.directory.authority(id)?.snapshot;
      return authority !== undefined && authority.project_id === projectId ? [[id, authority.version]] : [];
    });
    return Object.fromEntries(known) as Record<string, number>;
  }
}

function isRecordReply(reply: CommandReply<AggregateCommandType>): reply is RecordSnapshot {
  return isRecord(reply.id);
}

/** Deadline in milliseconds since 1970. The owner ignores a later command: nobody waits for its answer. */
function deadlineOf({ requestContext }: CommandSource): number {
  const left = (requestContext?.deadline ?? Infinity) - performance.now();
  return agreedNow() + Math.min(Math.floor(left), COMMAND_TIMEOUT);
}
