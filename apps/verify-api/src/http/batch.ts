import { ServiceError } from '@service/contracts';
import { DatabaseUnavailableError } from '@service/platform/postgres';
import { errorBody, type ErrorBody } from './error-answer.js';

/** Does something with each item of a batch; one result or error for each, in order. */
export async function settleEach<Item, Result>(
  items: readonly Item[],
  requestId: string,
  work: (item: Item, index: number) => Promise<Result> | Result,
): Promise<{ data: (Result | ErrorBody)[] }> {
  const data = await Promise.all(
    items.map(async (item, index) => {
      try {
        return await work(item, index);
      } catch (error) {
        return errorBody(itemError(error), requestId);
      }
    }),
  );
  return { data };
}

/** What is no refusal of one item fails the whole batch. */
function itemError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof DatabaseUnavailableError) return new ServiceError('service.unavailable');
  throw error;
}
