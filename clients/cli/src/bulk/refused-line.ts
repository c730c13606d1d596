import { ServiceError } from '@record-verification/client';
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

/** @throws ServiceError where items must be retried; a retry with the same key repeats only these. */
export function requireAvailable(items: readonly (object | ItemError)[]): void {
  const isAway = items.some(
    (item) => 'error' in item && (item as ItemError).error.code === 'service.unavailable',
  );
  if (!isAway) return;
  const message = 'a part of a batch was not processed';
  throw new ServiceError({
    status: 503,
    headers: new Headers(),
    error: { code: 'service.unavailable', message },
  });
}
