import { CommandError } from '../errors.js';
import { answerLine } from '../mcp/answer-line.js';
import { Bridge } from '../mcp/bridge.js';
import { Forwarder } from '../mcp/forward.js';
import { operandsOf } from '../read-call.js';
import { connectionOf, profileOf } from '../profiles/connection.js';
import type { MCP_OPTIONS } from '../table/log-options.js';
import type { Run } from '../table/option.js';
import { pinnedTrust } from '../service/open-service.js';
import { readKeys } from '../verifying/load-options.js';

/** `rvs mcp` */
export const run: Run<typeof MCP_OPTIONS> = async (call) => {
  operandsOf(call);
  const { url: endpoint, ...values } = call.values;
  const known = await profileOf(values);
  const isOfProfile = endpoint === undefined || endpoint === `${known?.url}/mcp`;
  const pinned = isOfProfile && values.keys === undefined ? await pinnedTrust({ profile: known }) : null;
  const trust = values.keys === undefined ? pinned : await readKeys(values.keys);
  if (trust === null)
    throw new CommandError('Pinned keys are missing: give --keys FILE, or log in with rvs login.');
  const { url, token } = await connectionOf({
    ...values,
    ...(endpoint === undefined ? {} : { url: baseOf(endpoint) }),
  });
  await serve(new Bridge(new Forwarder({ url: endpoint ?? `${url}/mcp`, token }), trust));
  return 0;
};

/** The service of an endpoint. */
function baseOf(endpoint: string): string {
  return endpoint.replace(/\/mcp\/?$/, '');
}

/** Answers messages, one a line (MCP, "stdio"), until standard input ends. */
async function serve(bridge: Bridge): Promise<void> {
  const open = new Set<Promise<void>>();
  for await (const line of linesOf(process.stdin)) {
    if (line.trim() === '') continue;
    const answering = answer(bridge, line).finally(() => open.delete(answering));
    open.add(answering);
  }
  await Promise.all(open);
}

/** Only a line feed ends a line: JSON strings may contain other separators. */
async function* linesOf(input: NodeJS.ReadStream): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

async function answer(bridge: Bridge, line: string): Promise<void> {
  const answered = await answerLine(bridge, line);
  if (answered !== null) process.stdout.write(`${answered}\n`);
}
