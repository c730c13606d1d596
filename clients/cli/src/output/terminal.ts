/** Where a command prints. */
export interface Output {
  isTTY?: boolean;
  columns?: number;
  write(text: string, done?: () => void): unknown;
}

/** Resolves when an output has taken what was written to it: a slow reader slows the command down. */
export function flushed(output: Output): Promise<void> {
  return new Promise((done) => void output.write('', done));
}

/** Whether people read an output, who get tables instead of JSON. */
export function isForPeople(output: Output, { json = false }: { json?: boolean | undefined }): boolean {
  return output.isTTY === true && !json;
}

/** Removes characters that control a terminal: the text comes from others. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}

const CODES = { bold: 1, red: 31, green: 32, yellow: 33 } as const;

/** A text in a colour, where the output shows colours (no-color.org). */
export function painted(text: string, colour: keyof typeof CODES | null, output: Output): string {
  const shows = output.isTTY === true && (process.env['NO_COLOR'] ?? '') === '';
  return shows && colour !== null ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;
}

const GOOD = ['active', 'passed', 'succeeded', 'finished', 'verified'];
const BAD = ['revoked', 'failed', 'exhausted', 'disabled', 'refused', 'NOT verified'];

/** The colour of a state; null for other texts. */
export function colourOf(text: string): 'green' | 'red' | 'yellow' | null {
  if (GOOD.includes(text)) return 'green';
  if (BAD.includes(text)) return 'red';
  return ['suspended', 'pending', 'expired', 'rotating', 'superseded'].includes(text) ? 'yellow' : null;
}
