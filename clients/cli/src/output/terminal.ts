/** Where a command prints. */
export interface Output {
  isTTY?: boolean;
  columns?: number;
  write(text: string, done?: () => void): unknown;
}

/** Resolves when the output has drained (back-pressure). */
export function flushed(output: Output): Promise<void> {
  return new Promise((done) => void output.write('', done));
}

/** Whether to print tables for people instead of JSON. */
export function isForPeople(output: Output, { json = false }: { json?: boolean | undefined }): boolean {
  return output.isTTY === true && !json;
}

const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Removes control characters: the text is untrusted. */
export function printable(text: string): string {
  return text.replace(CONTROLS, '\ufffd');
}

/** A value as JSON, for an output: `textFor` says what is escaped. */
export function jsonFor(output: Output, value: unknown, indent?: number): string {
  return textFor(output, JSON.stringify(value, null, indent));
}

/**
 * A text such as JSON. For a terminal, control characters are escaped, including C1 and bidi controls, which JSON
 * allows unescaped. Any other output gets the unchanged text.
 */
export function textFor(output: Output, text: string): string {
  if (output.isTTY !== true) return text;
  return text.replace(CONTROLS, (found) => (found === '\n' ? found : escaped(found)));
}

/** Each UTF-16 unit as JSON escapes it. */
function escaped(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
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
