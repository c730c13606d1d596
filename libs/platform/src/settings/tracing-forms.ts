import type { SettingForm } from './setting-forms.js';

/** A ratio from 0 to 1; 0 for none. */
export const ratio: SettingForm<number> = {
  expected: 'a number from 0 to 1',
  parse(text) {
    const value = Number(text);
    return /^\d(\.\d{1,9})?$/.test(text) && value <= 1 ? value : undefined;
  },
};

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\x20-\x7e]+$/;

/** Headers as OpenTelemetry writes them in variables, whose values are encoded as in a URL. */
export const headerList: SettingForm<Readonly<Record<string, string>>> = {
  expected: 'a list, separated by commas, of headers as name=value',
  parse(text) {
    const headers = text.split(',').map(readHeader);
    return headers.every((each) => each !== undefined) ? Object.fromEntries(headers) : undefined;
  },
};

function readHeader(text: string): readonly [string, string] | undefined {
  const [name = '', ...rest] = text.split('=');
  const value = decoded(rest.join('=').trim());
  return NAME.test(name.trim()) && value !== undefined && VALUE.test(value)
    ? [name.trim(), value]
    : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
