import { isObject, parseJson } from '../json.js';
import type { Bridge } from './bridge.js';
import { failure, type Message } from './message.js';

const PARSE_ERROR = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } };

/** The answer to a host's line, as a line; null for a notification. Its id has the form in which the host wrote it. */
export async function answerLine(bridge: Pick<Bridge, 'answer'>, line: string): Promise<string | null> {
  const parsed = parseJson(line);
  if (!isObject(parsed)) return JSON.stringify(PARSE_ERROR);
  const message = parsed as unknown as Message;
  const written = typeof message.id === 'number' ? writtenId(line) : '';
  // A double would round an id beyond 2^53: the service gets a text in its place.
  const isExact = typeof message.id !== 'number' || String(message.id) === written;
  const asked = isExact ? message : { ...message, id: written };
  const lineOf = (answer: Message | null): string | null => {
    if (answer === null || isExact) return answer && JSON.stringify(answer);
    const { id: _, ...rest } = answer;
    return `{"id":${written},${JSON.stringify(rest).slice(1)}`;
  };
  // Writing fails, too: an answer of the service may be nested too deep.
  return bridge
    .answer(asked)
    .then(lineOf)
    .catch(() => lineOf(failure(asked, 'The bridge failed.')));
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/** The text of a message’s last member `id`, where that is no object and no list. */
function writtenId(line: string): string {
  let [depth, name, before, found] = [0, '', '', ''];
  for (const [token] of line.matchAll(TOKEN)) {
    if (token === ':') name = before;
    else if (depth === 1 && before === ':' && parseJson(name) === 'id') found = token;
    if ('{['.includes(token)) depth += 1;
    if ('}]'.includes(token)) depth -= 1;
    before = token;
  }
  return found;
}
