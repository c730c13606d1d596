import { EvidenceError, type EvidenceErrorCode } from '../evidence-error.js';
import { isExactNumber } from './exact-number.js';

/** Any value of a JSON text. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** Most levels of nested objects and lists. */
const DEEPEST = 64;

/**
 * Parses an I-JSON text (RFC 7493) like `JSON.parse`, but refuses texts that other parsers may read differently.
 * @throws EvidenceError `json.syntax` on a violation of RFC 8259, including text after the value and a byte order mark;
 * `json.duplicate_member` where an object names a member twice; `json.lone_surrogate`; `json.number` on a number that a
 * double does not hold exactly, or an integer beyond 2^53 - 1; `json.too_deep` beyond 64 levels.
 */
export function parseStrictJson(text: string): JsonValue {
  return new StrictJsonReader(text).read();
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPES = '"\\/bfnrt';
const HEX = /^[0-9a-fA-F]{4}$/;
const SPACE = /[ \t\n\r]*/y;

class StrictJsonReader {
  private at = 0;

  constructor(private readonly text: string) {}

  read(): JsonValue {
    const value = this.value(0);
    if (this.at < this.text.length) this.fail('json.syntax', 'Something follows the value');
    return value;
  }

  /** A value with the white space around it. */
  private value(depth: number): JsonValue {
    this.skipSpace();
    const value = this.bareValue(depth);
    this.skipSpace();
    return value;
  }

  private bareValue(depth: number): JsonValue {
    switch (this.text.charAt(this.at)) {
      case '{':
        return this.object(depth + 1);
      case '[':
        return this.list(depth + 1);
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private object(depth: number): JsonValue {
    this.open(depth);
    const members: { [name: string]: JsonValue } = {};
    this.skipSpace();
    if (this.accept('}')) return members;
    do {
      this.skipSpace();
      const start = this.at;
      const name = this.string();
      if (Object.hasOwn(members, name)) {
        this.fail('json.duplicate_member', `An object names ${JSON.stringify(name)} twice`, start);
      }
      this.skipSpace();
      this.expect(':');
      const value = this.value(depth);
      // An assignment to this name would set the prototype.
      if (name === '__proto__') defineMember(members, name, value);
      else members[name] = value;
    } while (this.accept(','));
    this.expect('}');
    return members;
  }

  private list(depth: number): JsonValue {
    this.open(depth);
    const items: JsonValue[] = [];
    this.skipSpace();
    if (this.accept(']')) return items;
    do items.push(this.value(depth));
    while (this.accept(','));
    this.expect(']');
    return items;
  }

  private open(depth: number): void {
    if (depth > DEEPEST) this.fail('json.too_deep', `There are more than ${DEEPEST} levels`);
    this.at += 1;
  }

  private string(): string {
    const start = this.at;
    this.expect('"');
    let escaped = false;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) break;
      // NaN at the end of the text, which this condition refuses as well.
      if (!(code >= 0x20)) this.fail('json.syntax', 'A string is not closed, or holds a control character');
      if (code === 0x5c) {
        escaped = true;
        this.skipEscape();
      } else {
        this.at += 1;
      }
    }
    this.at += 1;
    const raw = this.text.slice(start + 1, this.at - 1);
    const value = escaped ? (JSON.parse(`"${raw}"`) as string) : raw;
    if (!value.isWellFormed())
      this.fail('json.lone_surrogate', 'A string holds half a surrogate pair', start);
    return value;
  }

  private skipEscape(): void {
    const letter = this.text[this.at + 1];
    const isUnicode = letter === 'u' && HEX.test(this.text.slice(this.at + 2, this.at + 6));
    if (!isUnicode && (letter === undefined || !ESCAPES.includes(letter))) {
      this.fail('json.syntax', 'There is no such escape');
    }
    this.at += isUnicode ? 6 : 2;
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const written = NUMBER.exec(this.text)?.[0];
    if (written === undefined) return this.fail('json.syntax', 'A value is expected');
    if (!isExactNumber(written))
      this.fail('json.number', 'A double does not hold this number as it is written');
    this.at += written.length;
    return Number(written);
  }

  private word<Value extends JsonValue>(word: string, value: Value): Value {
    if (!this.text.startsWith(word, this.at)) this.fail('json.syntax', 'A value is expected');
    this.at += word.length;
    return value;
  }

  private skipSpace(): void {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }

  private accept(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private expect(character: string): void {
    if (!this.accept(character)) this.fail('json.syntax', `A ${character} is expected`);
  }

  private fail(code: EvidenceErrorCode, reason: string, at = this.at): never {
    throw new EvidenceError(code, `${reason}, at ${at}.`, at);
  }
}

function defineMember(members: object, name: string, value: JsonValue): void {
  Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
}
