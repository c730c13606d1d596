import { ISSUER_OPTIONS } from '../table/issuer-options.js';
import { command, type Command, type Option } from '../table/option.js';
import { LIST_OPTIONS, SERVICE_OPTIONS, WRITE_OPTIONS } from '../table/service-options.js';
import { isSignedByIssuer, operandNames, optionName, type Field, type Operation } from './operation.js';
import { OPERATIONS } from './operations.js';

const VALUES: Record<Field['kind'], string> = {
  text: 'TEXT',
  number: 'N',
  boolean: 'true|false',
  list: 'TEXT',
  pairs: 'KEY=VALUE',
  json: 'JSON',
};

/** The operations of the API as commands. */
export const OPERATION_COMMANDS: readonly Command[] = OPERATIONS.map((operation) =>
  command({
    name: operation.command,
    summary: lowerFirst(operation.summary),
    uses: [[...operandNames(operation), ...requiredOptions(operation), '[options]'].join(' ')],
    about: `${operation.summary}.\n${operation.method} ${operation.path}`,
    options: optionsOf(operation),
    load: async () => (await import('./run-operation.js')).operationRun(operation),
  }),
);

/** The operations that an issuer can sign, by the last word of their commands. */
export const SIGNED_OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.filter(isSignedByIssuer).map((operation) => [
    operation.command.replace('records ', ''),
    operation,
  ]),
);

function optionsOf(operation: Operation): Record<string, Option> {
  const { method, query = {}, body, paged } = operation;
  const fields = Object.entries({ ...query, ...body }).map(([name, field]) => [
    optionName(name),
    optionOf(field),
  ]);
  const isChange = method !== 'GET';
  return {
    ...(Object.fromEntries(fields) as Record<string, Option>),
    ...(body !== undefined && {
      data: {
        type: 'string',
        value: 'JSON|@FILE|-',
        says: 'the body, merged with the options above; use it for null',
      },
    }),
    ...(isChange && {
      'if-match': {
        type: 'string',
        value: 'VERSION',
        says: 'expected version; any other is refused',
      },
    }),
    ...(method === 'POST' && {
      'idempotency-key': {
        type: 'string',
        value: 'KEY',
        says: 'idempotency key of this change',
      },
    }),
    ...(isSignedByIssuer(operation) && ISSUER_OPTIONS),
    ...(isChange ? WRITE_OPTIONS : paged === true ? LIST_OPTIONS : SERVICE_OPTIONS),
  };
}

function optionOf({ kind, says = '', oneOf, required }: Field): Option {
  const takesMany = kind === 'list' || kind === 'pairs';
  return {
    type: 'string',
    value: VALUES[kind],
    says: `${says}${required === true ? `${says === '' ? '' : '; '}required` : ''}`,
    ...(takesMany && { multiple: true }),
    ...(oneOf !== undefined && { oneOf }),
  };
}

function requiredOptions({ body = {}, query = {} }: Operation): string[] {
  return Object.entries({ ...query, ...body })
    .filter(([, { required }]) => required === true)
    .map(([name, { kind }]) => `--${optionName(name)} ${VALUES[kind]}`);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
