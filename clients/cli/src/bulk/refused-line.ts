import { ServiceError } from '@record-verification/client';
import { CommandError, propertyOf } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import type { InputRow } from './input-row.js';

/** An error of the service about one item. */
export interface ItemError {
  error: { code: string; message: string; existing_id?: string; details?: { field: string }[] };
}

/** The result of a line that cannot be read; null for any other. */
export function refusedFor({ line, fault }: InputRow) {
  if (fault === undefined) return null;
  const outcome = 'refused' as const;
  return {
    line,
    outcome,
    error: { code: 'request.malformed', message: `The line cannot be sent: ${fault}` },
  };
}

/** An error of the service in terms of the line: it names the place in the request. */
export function inLine(error: ItemError['error']): ItemError['error'] {
  const { message, details } = error;
  return {
    ...error,
    message: shortened(message),
    ...(details && { details: details.map((detail) => ({ ...detail, field: shortened(detail.field) })) }),
  };
}

function shortened(text: string): string {
  return text.replace(/^records\[\d+\](?:: |\.)?(?=( ?))/, (_, space: string) =>
    space === '' ? '' : 'The line',
  );
}

/**
 * The answers to a batch, one for each of its items.
 * @param isAnswer whether an item that is no error has its form.
 * @throws ServiceError where items must be retried: a retry with the same key repeats only these. CommandError for any other
 * body.
 */
export function batchAnswers<Item extends object>(
  body: unknown,
  count: number,
  isAnswer: (item: unknown) => boolean,
): (Item | ItemError)[] {
  const items: unknown = propertyOf(body, 'data');
  if (
    !Array.isArray(items) ||
    items.length !== count ||
    !items.every((item) => isError(item) || isAnswer(item))
  )
    throw new CommandError('The service did not answer each line of a batch.', { exitCode: EXIT.refused });
  const isAway = items.some((item) => isError(item) && item.error.code === 'service.unavailable');
  if (!isAway) return items as (Item | ItemError)[];
  const message = 'a part of a batch was not processed';
  throw new ServiceError({
    status: 503,
    headers: new Headers(),
    error: { code: 'service.unavailable', message },
  });
}

function isError(item: unknown): item is ItemError {
  const error = propertyOf(item, 'error');
  return ['code', 'message'].every((name) => typeof propertyOf(error, name) === 'string');
}
