import { CommandError } from '../errors.js';

const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

/**
 * Header fields by their names in lower case, from a file as `curl -D` writes it. Of several responses (a redirect,
 * 100 Continue) the last one counts. @throws CommandError for a malformed line.
 */
export function parseHeaderFields(text: string): Record<string, string> {
  let fields: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('HTTP/')) fields = {};
    else if (line !== '') addField(fields, line);
  }
  return fields;
}

function addField(fields: Record<string, string>, line: string): void {
  const [, name, value] = FIELD.exec(line) ?? [];
  if (name === undefined || value === undefined)
    throw new CommandError(`This is not a header field: ${line.slice(0, 60)}`);
  const key = name.toLowerCase();
  // RFC 9110, section 5.3. So a field that must occur only once becomes invalid.
  fields[key] = fields[key] === undefined ? value : `${fields[key]}, ${value}`;
}
