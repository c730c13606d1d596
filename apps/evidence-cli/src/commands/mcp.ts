#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { parseTrust } from '@service/evidence';
import { CommandError } from '../errors.js';
import { readText } from '../files.js';
import { Bridge } from '../mcp/bridge.js';
import { Forwarder } from '../mcp/forward.js';
import { failure, isObject, parseJson, type Message } from '../mcp/message.js';
import { runCommand } from '../run-command.js';

const HELP = `mcp --keys FILE [--url URL] [--token-file FILE]

An MCP server on standard input and output, for hosts on this machine. It forwards to the service, and checks here, by
the keys that are pinned here, the signature of every verification; what is not proved is withheld. It adds the tool
check_evidence, which checks all evidence of a record.

  --keys FILE        what is pinned: the document of GET /v1/log/<environment>/keys
  --url URL          the service's endpoint; default http://127.0.0.1:3000/mcp
  --token-file FILE  the credential's token, or an access token (OAuth); default: the variable SERVICE_TOKEN. No argument
                     holds a token: other users of the machine can read arguments
`;

await runCommand(HELP, async () => {
  const { values } = parseArgs({
    options: { keys: { type: 'string' }, url: { type: 'string' }, 'token-file': { type: 'string' } },
  });
  if (values.keys === undefined) throw new CommandError('--keys FILE must name what is pinned.');
  const trust = parseTrust(await readText(values.keys));
  const url = values.url ?? 'http://127.0.0.1:3000/mcp';
  requireSafe(url);
  const file = values['token-file'];
  const token = file === undefined ? process.env['SERVICE_TOKEN'] : (await readText(file)).trim();
  if (token === undefined || token === '')
    throw new CommandError('SERVICE_TOKEN or --token-file FILE must give the credential’s token.');
  if (!/^[\w.~+/-]{1,16000}=*$/.test(token))
    throw new CommandError('The token is not one line of a token’s characters.');
  await serve(new Bridge(new Forwarder({ url, token }), trust));
});

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

/** Lines end with a line feed alone: other separators may stand in the texts of JSON. */
async function* linesOf(input: NodeJS.ReadStream): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** @throws CommandError for an address that would show the token to others. */
function requireSafe(url: string): void {
  if (!URL.canParse(url)) throw new CommandError('--url must be the address of an MCP endpoint.');
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') throw new CommandError('--url must not hold a password.');
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new CommandError('--url must be https, except on this machine: others could read the token.');
}

async function answer(bridge: Bridge, line: string): Promise<void> {
  const message = parseJson(line);
  const answered = !isObject(message)
    ? { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } }
    : await ask(bridge, message as unknown as Message);
  if (answered !== null) process.stdout.write(`${JSON.stringify(answered)}\n`);
}

function ask(bridge: Bridge, message: Message): Promise<object | null> {
  return bridge.answer(message).catch(() => failure(message, 'The bridge failed.'));
}
