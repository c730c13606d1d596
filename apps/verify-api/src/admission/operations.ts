import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { UnavailableError } from '@service/contracts';
import { ProjectSlots, READS_OF_PROJECT } from './project-slots.js';
import { REQUEST_DEADLINE } from '../infrastructure/injection-tokens.js';
import { Admission } from './admission.js';
import type { PublicCall } from '../interface/call.js';
import type { Access, CallOf, Operation, OperationTerms } from '../interface/operation.js';
import type { RequestContext } from '../interface/request-context.js';
import { requireFresh } from '../views/log-head.js';

/** Milliseconds for which an answer may have waited without another look at who gets it. */
const LONG = 1_000;

/** Runs operations for admitted callers. Every channel calls use cases through it. */
@Injectable()
export class Operations {
  /** Cached, because Nest looks through all modules for a provider. */
  private readonly useCases = new Map<object, object>();

  private readonly reads = new ProjectSlots(READS_OF_PROJECT);

  constructor(
    private readonly modules: ModuleRef,
    private readonly admission: Admission,
    /** Milliseconds. */
    @Inject(REQUEST_DEADLINE) private readonly limit: number,
  ) {}

  /**
   * Counts the items of a batch, calls the use case, and sets the subjects of the interaction. It is a promise only where
   * the use case answers one.
   * @param input validated by the operation's input class.
   * @throws ServiceError `request.batch_too_large`, `rate.limited` and `quota.exceeded` for the items of a batch, and
   *   errors of the use case; `service.unavailable` where it does not answer before the request's deadline.
   */
  run<Needed extends Access, Input extends object, UseCase extends object, Answered>(
    operation: Operation<Needed, Input, UseCase, Answered>,
    call: CallOf<Needed>,
    input: Input,
  ): Answered | Promise<Awaited<Answered>> {
    const { requestContext }: PublicCall = call;
    const deadline = (requestContext?.beganAt ?? performance.now()) + this.limit;
    const late = () => new UnavailableError({ cause: 'request_deadline_passed', operation: operation.name });
    if (requestContext !== null) requestContext.deadline = deadline;
    // It may have waited for its turn until nobody waits for it any more.
    if (performance.now() > deadline) return Promise.reject(late());
    if (requestContext !== null) {
      requestContext.operation = operation.name;
      requestContext.subjects = operation.subjectsOf?.(input, null) ?? requestContext.subjects;
      const items = operation.itemsOf?.(input);
      if (items !== undefined) this.admission.countItems(requestContext, items);
    }
    const execute = () => operation.execute(this.useCaseOf(operation), call, input);
    const answered =
      requestContext === null || !isShortRead(operation)
        ? execute()
        : this.reads.run(requestContext, execute);
    if (requestContext === null) {
      return answered instanceof Promise
        ? before(() => deadline, late, answered as Promise<Awaited<Answered>>)
        : answered;
    }
    const named = (answer: Awaited<Answered>): Awaited<Answered> => {
      // What was written is answered; a stream looks for itself.
      if (operation.kind !== 'write' && !(answer instanceof Readable)) requireStillGood(requestContext);
      const subjects = operation.subjectsOf?.(input, answer) ?? idOf(answer);
      if (subjects.length > 0) requestContext.subjects = subjects;
      return answer;
    };
    return answered instanceof Promise
      ? before(() => requestContext.deadline, late, answered as Promise<Awaited<Answered>>).then(named)
      : named(answered as Awaited<Answered>);
  }

  private useCaseOf<UseCase extends object>({
    useCase,
  }: Pick<Operation<Access, object, UseCase, unknown>, 'useCase'>): UseCase {
    const known = this.useCases.get(useCase) ?? this.modules.get<UseCase>(useCase, { strict: false });
    this.useCases.set(useCase, known);
    return known as UseCase;
  }
}

/** Whether it waits for nothing but the database. What proves something reads by queries that it shares with others. */
function isShortRead({ kind, waits, proves, fromMemory }: OperationTerms): boolean {
  return kind === 'read' && waits === undefined && proves === undefined && fromMemory === undefined;
}

/**
 * Whatever an answer has waited for, it is made for nobody who was refused meanwhile, and from no position that became stale.
 * @throws ServiceError as its admission; `service.unavailable`.
 */
function requireStillGood({ beganAt, evidence, requireStillAdmitted }: RequestContext): void {
  if (evidence !== null) requireFresh(evidence.asOf);
  if (performance.now() - beganAt >= LONG) requireStillAdmitted();
}

function idOf(answer: unknown): readonly string[] {
  const { id } = (answer ?? {}) as { id?: unknown };
  return typeof id === 'string' ? [id] : [];
}

/**
 * The result of a promise, or an error at a deadline, which may move meanwhile; the work itself is not stopped.
 * @param deadline milliseconds of the monotonic clock.
 */
function before<Result>(deadline: () => number, late: () => Error, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const check = (): void => {
      const left = deadline() - performance.now();
      if (left > 0) timer = setTimeout(check, left);
      else reject(late());
    };
    check();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
