import type { ItemError } from './import-records.js';
import type { InputRow } from './read-rows.js';

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
  return text.replace(/^records\[\d+\]\.?(?=( ?))/, (_, space: string) => (space === '' ? '' : 'The line'));
}
