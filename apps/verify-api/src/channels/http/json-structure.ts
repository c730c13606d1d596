const QUOTATION_MARK = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** How large the value of a JSON text is. */
export interface JsonStructure {
  /** Levels of nesting. */
  depth: number;
  /** Members of all objects and items of all lists; an empty object or list counts as one more. */
  values: number;
  /** Members of all objects. */
  members: number;
}

/**
 * Measures a JSON text in one pass, without parsing it. It stops where the text exceeds a bound, so that the larger
 * part of a text that will be refused is not read. Of a text that is not JSON the result means nothing.
 */
export function measureJson(text: string, most: Pick<JsonStructure, 'depth' | 'values'>): JsonStructure {
  let open = 0;
  const measured: JsonStructure = { depth: 0, values: 0, members: 0 };
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTATION_MARK:
        at = endOfString(text, at);
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        open += 1;
        // The values of an object or a list are one more than its commas.
        measured.values += 1;
        if (open > measured.depth) measured.depth = open;
        if (open > most.depth) return measured;
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        open -= 1;
        break;
      case COMMA:
        measured.values += 1;
        break;
      case COLON:
        measured.members += 1;
        break;
      default:
        continue;
    }
    if (measured.values > most.values) return measured;
  }
  return measured;
}

/** Index of the string's closing quotation mark; the text's length if the string does not end. @param start its opening one. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
