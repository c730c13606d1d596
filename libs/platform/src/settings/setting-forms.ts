import { resolve } from 'node:path';

/** What a setting's text must look like, and the value that it stands for. */
export interface SettingForm<Value> {
  /** Completes the sentence "PORT must be …". */
  readonly expected: string;
  /** Answers undefined for text of another form. */
  parse(text: string): Value | undefined;
}

export function wholeNumber(minimum: number, maximum: number): SettingForm<number> {
  return {
    expected: `a whole number from ${minimum} to ${maximum}`,
    parse(text) {
      const value = Number(text);
      return /^\d{1,15}$/.test(text) && value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

/** A path, made absolute against the working directory. */
export const path: SettingForm<string> = {
  expected: 'a path',
  parse: (text) => (text.trim() === '' || text.includes('\0') ? undefined : resolve(text)),
};

export function oneOf<Choice extends string>(choices: readonly Choice[]): SettingForm<Choice> {
  return {
    expected: `one of ${choices.join(', ')}`,
    parse: (text) => choices.find((choice) => choice === text),
  };
}

/** A list separated by commas, in the order given. */
export function distinctListOf<Choice extends string>(
  choices: readonly Choice[],
): SettingForm<readonly Choice[]> {
  return {
    expected: `a list, separated by commas and without repetition, of ${choices.join(', ')}`,
    parse(text) {
      const names = text.split(',').map((name) => name.trim());
      const found = choices.filter((choice) => names.includes(choice));
      return found.length === names.length
        ? found.toSorted((a, b) => names.indexOf(a) - names.indexOf(b))
        : undefined;
    },
  };
}

export const postgresUrl: SettingForm<string> = {
  expected: 'a postgres:// URL that names a host and a database',
  parse(text) {
    const url = URL.parse(text);
    if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) return undefined;
    return url.hostname !== '' && url.pathname.length > 1 ? text : undefined;
  },
};

const hostLabel = '[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?';
const originPattern = new RegExp(`^${hostLabel}(\\.${hostLabel})*(/[A-Za-z0-9._~-]+)*$`);

/** The origin line of a checkpoint is a URL without its scheme, and a key name may hold neither space nor plus (C2SP signed-note). */
export const logOrigin: SettingForm<string> = {
  expected: 'a host name, optionally with a path, without scheme, port, space or plus',
  parse: (text) => (originPattern.test(text) ? text : undefined),
};
