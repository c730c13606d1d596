import type { ServiceRequest } from '@record-verification/client';
import { CommandError } from '../errors.js';
import { printList } from '../operations/print-list.js';
import { textFor } from '../output/terminal.js';
import { confirmChange } from '../service/confirm.js';
import { openReader, openService } from '../service/open-service.js';
import { readData } from '../service/read-data.js';
import type { Run } from '../table/option.js';
import type { API_OPTIONS } from '../table/api-options.js';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** `rvs api` */
export const run: Run<typeof API_OPTIONS> = async ({ values, operands }) => {
  const request = await requestOf(operands, values);
  const { service, connection } = await (request.method === 'GET' ? openReader : openService)(values);
  if (values.all === true) {
    await printList(service, request, { json: true, all: true });
    return 0;
  }
  if (request.method !== 'GET') await confirmChange(connection, values, `${request.method} ${request.path}`);
  const { data, response } = await service.request<string>({ ...request, answer: 'text' }).withResponse();
  if (values.include === true) {
    process.stdout.write(`HTTP ${response.status}\n`);
    for (const [name, value] of response.headers)
      process.stdout.write(textFor(process.stdout, `${name}: ${value}\n`));
    process.stdout.write('\n');
  }
  process.stdout.write(textFor(process.stdout, data === '' || data.endsWith('\n') ? data : `${data}\n`));
  return 0;
};

async function requestOf(
  operands: readonly string[],
  { data, header = [], 'idempotency-key': key, 'if-match': version }: Parameters<typeof run>[0]['values'],
): Promise<ServiceRequest> {
  const [first = '', second, more] = operands;
  const [method, address] =
    second === undefined ? [data === undefined ? 'GET' : 'POST', first] : [first, second];
  if (more !== undefined || !METHODS.includes(method as Method) || !address.startsWith('/')) {
    throw new CommandError(`Give a method (${METHODS.join(', ')}) and a path such as /v1/records.`);
  }
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  const fields = new URLSearchParams(query);
  const headers = Object.fromEntries(header.map(fieldOf));
  return {
    method: method as Method,
    path,
    query: Object.fromEntries([...fields.keys()].map((name) => [name, fields.getAll(name)])),
    headers: { accept: 'application/json', ...headers },
    ...(data !== undefined && { body: await bodyOf(data) }),
    ...(key !== undefined && { idempotencyKey: key }),
    ...(version !== undefined && { ifMatch: version }),
  };
}

async function bodyOf(data: string): Promise<unknown> {
  if (!data.startsWith('[')) return readData(data);
  try {
    return JSON.parse(data) as unknown;
  } catch (error) {
    throw new CommandError(`--data is not JSON: ${(error as Error).message}.`, { cause: error });
  }
}

function fieldOf(line: string): [string, string] {
  const [name = '', value] = line.split(/:\s*(.*)/s);
  // A token among the arguments would be visible to other users of the machine.
  if (value === undefined || name.toLowerCase() === 'authorization') {
    throw new CommandError('--header must be "name: value", and must not be Authorization.');
  }
  return [name.toLowerCase(), value];
}
