import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Admission } from './admission.js';
import type { PublicCall } from './call.js';
import type { Access, CallOf, Operation } from './operation.js';

/** Runs operations for admitted callers. Every channel calls use cases through it. */
@Injectable()
export class Operations {
  constructor(
    private readonly modules: ModuleRef,
    private readonly admission: Admission,
  ) {}

  /**
   * Counts the items of a batch, calls the use case, and sets the subjects of the interaction.
   * @param input validated by the operation's input class.
   * @throws ServiceError `request.batch_too_large`, `rate.limited` and `quota.exceeded` for the items of a batch, and
   *   errors of the use case.
   */
  async run<Needed extends Access, Input extends object, UseCase extends object, Answered>(
    operation: Operation<Needed, Input, UseCase, Answered>,
    call: CallOf<Needed>,
    input: Input,
  ): Promise<Awaited<Answered>> {
    const { requestContext }: PublicCall = call;
    if (requestContext !== null) {
      requestContext.operation = operation.name;
      requestContext.subjects = operation.subjectsOf?.(input, null) ?? requestContext.subjects;
      const items = operation.itemsOf?.(input);
      if (items !== undefined) this.admission.countItems(requestContext, items);
    }
    const useCase = this.modules.get<UseCase>(operation.useCase, { strict: false });
    const answer = await operation.execute(useCase, call, input);
    if (requestContext !== null) {
      const subjects = operation.subjectsOf?.(input, answer) ?? idOf(answer);
      if (subjects.length > 0) requestContext.subjects = subjects;
    }
    return answer;
  }
}

function idOf(answer: unknown): readonly string[] {
  const { id } = (answer ?? {}) as { id?: unknown };
  return typeof id === 'string' ? [id] : [];
}
