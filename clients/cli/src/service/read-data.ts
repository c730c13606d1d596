import { CommandError } from '../errors.js';
import { readText } from '../files.js';

/** The object that `--data` gives: JSON, a file behind `@`, or `-` for standard input. @throws CommandError */
export async function readData(data: string | undefined): Promise<Record<string, unknown>> {
  if (data === undefined) return {};
  const value = parsed(await textOf(data));
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new CommandError('--data must be one JSON object.');
}

/** The text that `--data` gives. */
async function textOf(data: string): Promise<string> {
  if (data === '-') return readStandardInput();
  return data.startsWith('@') ? readText(data.slice(1)) : data;
}

/** All of standard input, as UTF-8. */
export async function readStandardInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandError(`--data is not JSON: ${(error as Error).message}.`, { cause: error });
  }
}
