import {
  ServiceError,
  UnavailableError,
  commandTypesOf,
  requireIssuer,
  type CommandDomain,
  type CommandEnvelope,
  type CommandTypeOf,
  type ReceivedCommand,
} from '@service/contracts';
import { type Logger } from '@service/platform/logging';
import { type Tracer, traceInLog } from '@service/platform/tracing';
import { serviceErrorOf } from './service-error-of.js';
import { traceCommand } from './trace-command.js';

/** What handles the commands of each domain that an app owns. */
export type DomainHandlers = {
  [Domain in CommandDomain]?: (command: ReceivedCommand<CommandTypeOf<Domain>>) => Promise<unknown>;
};

interface HandlersContext {
  logger: Logger;
  /** Of the app. */
  tracer: Tracer | null;
}

/** Handles an app's commands alike, whatever brings them. */
export class CommandHandlers {
  private readonly handlers = new Map<string, (command: never) => Promise<unknown>>();

  constructor(
    handlers: DomainHandlers,
    private readonly context: HandlersContext,
  ) {
    for (const [domain, handler] of Object.entries(handlers)) {
      for (const type of commandTypesOf(domain as CommandDomain)) this.handlers.set(type, handler);
    }
  }

  /** The types of the commands that are handled. */
  get types(): string[] {
    return [...this.handlers.keys()];
  }

  /**
   * Handles a command in a span of the app, and returns the reply.
   * @throws ServiceError the refusal; `authentication.invalid` where its issuer may not issue it; `internal.error` for an
   *   unexpected error, which is logged.
   */
  async handle(command: CommandEnvelope): Promise<unknown> {
    const { type } = command;
    const handler = this.handlers.get(type);
    if (handler === undefined) throw new UnavailableError({ cause: 'command_not_handled', command: type });
    return traceCommand(this.context.tracer, 'handle', command, async (traced) => {
      try {
        requireIssuer(traced);
        return await handler(traced as never);
      } catch (error) {
        throw this.toServiceError(error, traced);
      }
    });
  }

  private toServiceError(error: unknown, command: CommandEnvelope): ServiceError {
    const expected = serviceErrorOf(error);
    if (expected !== null) return expected;
    this.context.logger.error(
      { err: error, command_id: command.id, ...requestOf(command) },
      'A command ended in an unexpected error.',
    );
    return new ServiceError('internal.error');
  }
}

/** The members of a log line that name the request of a command and its trace, if it has them. */
function requestOf(command: Pick<CommandEnvelope, 'request_id' | 'traceparent'>): {
  request_id?: string;
  trace_id?: string;
} {
  const { request_id } = command;
  return { ...(request_id === null ? {} : { request_id }), ...traceInLog(command) };
}
