import { Issuer, type QueryValue, type ServiceRequest } from '@record-verification/client';
import { CommandError } from '../errors.js';
import { openIssuerKey } from '../issuing/issuer-key.js';
import { signRequest } from '../issuing/sign-request.js';
import { printDocument } from '../output/print.js';
import { operandsOf } from '../read-call.js';
import { confirmChange } from '../service/confirm.js';
import { openReader, openService, type ServiceValues } from '../service/open-service.js';
import { readData } from '../service/read-data.js';
import type { ISSUER_OPTIONS } from '../table/issuer-options.js';
import type { Call, Run, Values } from '../table/option.js';
import { operandNames, optionName, type Field, type Operation } from './operation.js';
import { printList, type ListValues } from './print-list.js';

type RunValues = ServiceValues & ListValues & Values<typeof ISSUER_OPTIONS> & { yes?: boolean };
type Given = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** Runs a command that is an operation of the API. */
export function operationRun(operation: Operation): Run {
  return async (call) => {
    const request = await requestOf(operation, call);
    const values = call.values as RunValues;
    const key = await openIssuerKey({ file: values['issuer-key'], command: values['issuer-command'] });
    const { service, connection, log } = await (operation.method === 'GET' ? openReader : openService)(
      values,
    );
    if (operation.paged === true) {
      await printList(service, request, values);
      return 0;
    }
    if (operation.method !== 'GET') {
      await confirmChange(connection, values, [operation.command, ...call.operands].join(' '));
    }
    const sent =
      key === null
        ? request
        : await signRequest(new Issuer(service, key, { log }), operation, request, call.operands);
    printDocument(await service.request(sent), values);
    return 0;
  };
}

/** The request that a call makes. @throws CommandError for a malformed value. */
export async function requestOf(operation: Operation, call: Call): Promise<ServiceRequest> {
  const { method, query = {}, body } = operation;
  const values = call.values as Given;
  const key = values['idempotency-key'];
  const version = values['if-match'];
  return {
    method,
    path: pathOf(operation, call),
    query: fieldsOf(query, values) as Record<string, QueryValue>,
    ...(body !== undefined && {
      body: { ...(await readData(values['data'] as string | undefined)), ...fieldsOf(body, values) },
    }),
    ...(typeof key === 'string' && { idempotencyKey: key }),
    ...(typeof version === 'string' && { ifMatch: version }),
  };
}

function pathOf(operation: Operation, call: Call): string {
  const operands = [...operandsOf(call, ...operandNames(operation))];
  return operation.path.replaceAll(/\{\w+\}/g, () => pathSegment(operands.shift() ?? ''));
}

/** A text as one segment of a path. @throws CommandError for dots, which would name another path. */
export function pathSegment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new CommandError(`${text === '' ? 'An empty text' : text} is no id.`);
  return encodeURIComponent(text);
}

function fieldsOf(fields: Readonly<Record<string, Field>>, values: Given): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind }]) => {
      const option = optionName(name);
      const value = values[option];
      return value === undefined || typeof value === 'boolean'
        ? []
        : [[name, READERS[kind](value, `--${option}`)]];
    }),
  );
}

const READERS: Record<Field['kind'], (value: string | string[], option: string) => unknown> = {
  text: (value) => value,
  list: (value) => [value].flat(),
  number: (value, option) => {
    const number = Number(value);
    if (value === '' || !Number.isFinite(number)) throw new CommandError(`${option} is a number.`);
    return number;
  },
  boolean: (value, option) => {
    if (value !== 'true' && value !== 'false') throw new CommandError(`${option} must be true or false.`);
    return value === 'true';
  },
  pairs: (value, option) => Object.fromEntries([value].flat().map((pair) => pairOf(pair, option))),
  json: (value, option) => {
    try {
      return JSON.parse(String(value)) as unknown;
    } catch (error) {
      throw new CommandError(`${option} is JSON: ${(error as Error).message}.`, { cause: error });
    }
  },
};

function pairOf(pair: string, option: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new CommandError(`${option} is KEY=VALUE.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}
