/** A body that no client has reason to send. */
export interface OddBody {
  name: string;
  text: string;
}

/** Members and items that fit into a body, a little fewer than the service allows. */
const ALLOWED_VALUES = 1_980;
const BATCH = 100;

/**
 * The largest odd bodies that a route takes: of everything that a body can have much of, as much as its bytes allow,
 * and as much as is let in to validation.
 * @param members names of the members that the route knows.
 * @param limit bytes of the largest body.
 */
export function oddBodies(members: readonly string[], limit: number): OddBody[] {
  const counted = wide(ALLOWED_VALUES, limit);
  const ofItems = `[${repeat(BATCH, () => wide(ALLOWED_VALUES / BATCH - 1, limit / BATCH - 1)).join()}]`;
  return [
    body('unknown members', `{${numbered(limit - 20)}"z":0}`),
    body('unknown members, within the bound', counted),
    body('one member again and again', `{${filled(limit - 20, '"a":0,')}"a":0}`),
    body('members with reserved names', `{${filled(limit - 20, '"__proto__":0,')}"a":0}`),
    body('a list of numbers', `[${filled(limit - 20, '0,')}0]`),
    body('a list of objects with unknown members', ofItems),
    body('lists in lists', '['.repeat(limit)),
    body('lists in lists, within the bound', `[${repeat(60, () => nested(31)).join()}]`),
    body('spaces', ' '.repeat(limit)),
    body('quotation marks and backslashes', `{"a":"${filled(limit - 20, '\\"\\\\')}"}`),
    ...members.flatMap((member) => {
      const holding = (name: string, value: string) =>
        body(`${member}: ${name}`, `{${JSON.stringify(member)}:${value}}`);
      const room = limit - member.length - 30;
      return [
        holding('a list of numbers', `[${filled(room, '0,')}0]`),
        holding('a list of texts, within the bound', `[${texts(ALLOWED_VALUES, room)}]`),
        holding('a list of empty objects', `[${filled(room, '{},')}{}]`),
        holding('a list of objects with unknown members', ofItems.slice(0, limit)),
        holding('an object of unknown members, within the bound', wide(ALLOWED_VALUES, room)),
        holding('a text outside of the basic plane', `"${filled(room, '😀')}"`),
        holding('a text of variation selectors', `"${filled(room, 'a\ufe0f')}"`),
        holding('escaped NULs', `"${filled(room, '\\u0000')}"`),
        holding('digits', '9'.repeat(room)),
      ];
    }),
  ].filter(({ text }) => Buffer.byteLength(text) <= limit);
}

/** An object with a number of members whose names fill it. */
function wide(members: number, bytes: number): string {
  const length = Math.max(1, Math.floor(bytes / members) - 12);
  return `{${repeat(members, (n) => `"${'x'.repeat(length)}${n}":0`).join()}}`;
}

function texts(count: number, bytes: number): string {
  const length = Math.max(1, Math.floor(bytes / count) - 8);
  return repeat(count, (n) => `"${'x'.repeat(length)}${n}"`).join();
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** As many copies of a part as have room. */
function filled(bytes: number, part: string): string {
  return part.repeat(Math.floor(bytes / Buffer.byteLength(part)));
}

/** Members that have different names, as many as have room. */
function numbered(bytes: number): string {
  const parts: string[] = [];
  let left = bytes;
  for (let index = 0; ; index += 1) {
    const next = `"m${index}":0,`;
    left -= next.length;
    if (left < 0) return parts.join('');
    parts.push(next);
  }
}

function repeat(count: number, part: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => part(index));
}

function body(name: string, text: string): OddBody {
  return { name, text };
}
