import { Issuer, type RegisterBody } from '@record-verification/client';
import { issuerStatementText } from '@service/evidence';
import { CommandError } from '../errors.js';
import { issuerPublicKey, openIssuerKey } from '../issuing/issuer-key.js';
import { actionOf, orWrongCall } from '../issuing/sign-request.js';
import { SIGNED_OPERATIONS } from '../operations/operation-commands.js';
import type { Operation } from '../operations/operation.js';
import { requestOf } from '../operations/run-operation.js';
import { printDocument, say } from '../output/print.js';
import { operandsOf } from '../read-call.js';
import { openReader } from '../service/open-service.js';
import type { ISSUER_SIGN_OPTIONS } from '../table/issuer-options.js';
import type { Call, Run } from '../table/option.js';

/** `rvs issuer sign` */
export const sign: Run<typeof ISSUER_SIGN_OPTIONS> = async ({
  values,
  operands: [action = '', ...operands],
}) => {
  const operation = SIGNED_OPERATIONS.get(action);
  if (operation === undefined) {
    throw new CommandError(`ACTION must be one of ${[...SIGNED_OPERATIONS.keys()].join(', ')}.`);
  }
  const key = await openIssuerKey({ file: values.key, command: values.command });
  if (key === null && values['print-text'] !== true) {
    throw new CommandError('--key or --command must be given, or --print-text.');
  }
  const { body } = await requestOf(operation, { values, operands });
  const { service, log } = await openReader(values);
  const issuer = new Issuer(service, key ?? noKey, { log });
  const statement = await orWrongCall(() => stated(issuer, operation, operands, body as object));
  const text = issuerStatementText(statement);
  if (values['print-text'] === true) {
    process.stdout.write(text);
    return 0;
  }
  for (const line of text.split('\n')) say(line);
  const issuer_signature = await issuer.sign(statement);
  const { sequence, previous } = statement;
  printDocument(previous === null ? { issuer_signature } : { issuer_signature, sequence, previous }, values);
  return 0;
};

function stated(issuer: Issuer, operation: Operation, [recordId]: readonly string[], body: object) {
  return recordId === undefined
    ? issuer.stateRegistration(body as RegisterBody)
    : issuer.stateChange(recordId, actionOf(operation), body);
}

function noKey(): never {
  throw new CommandError('There is no key.');
}

/** `rvs issuer key` */
export const key: Run = async (call: Call) => {
  const [file = ''] = operandsOf(call, 'FILE');
  process.stdout.write(`${await issuerPublicKey(file)}\n`);
  return 0;
};
