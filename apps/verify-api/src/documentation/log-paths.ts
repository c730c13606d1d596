import type { OperationTerms } from '../operations/operation.js';
import { responsesOf } from './responses.js';

const ENVIRONMENT = {
  name: 'environment',
  in: 'path',
  required: true,
  description: '`development` or `production`.',
  schema: { type: 'string', minLength: 1 },
};
const NUMBER = {
  name: 'number',
  in: 'path',
  required: true,
  description:
    'As tlog-tiles writes it: three digits, with `x` and further groups before them (`x001/234`), and `.p/<width>` behind it where the tile is not full yet.',
  schema: { type: 'string', pattern: '^(?:x[0-9]{3}/)*[0-9]{3}(?:\\.p/[1-9][0-9]{0,2})?$' },
};
const LEVEL = {
  name: 'level',
  in: 'path',
  required: true,
  description: '0 for the hashes of the entries.',
  schema: { type: 'string', pattern: '^[0-9]{1,2}$' },
};

/** The static resources of the transparency log, whose formats C2SP describes. */
export const logPaths = {
  '/v1/log/{environment}/checkpoint': resource(
    'Read the newest checkpoint of the transparency log, a signed note (C2SP tlog-checkpoint)',
    [],
    { 'text/plain': { schema: { type: 'string' } } },
  ),
  '/v1/log/{environment}/tile/{level}/{number}': resource(
    'Read hashes of the transparency log, 32 bytes each (C2SP tlog-tiles)',
    [LEVEL, NUMBER],
    { 'application/octet-stream': {} },
  ),
  '/v1/log/{environment}/tile/entries/{number}': resource(
    'Read entries of the transparency log, each 64 bytes behind their length in 2 bytes (C2SP tlog-tiles)',
    [NUMBER],
    { 'application/octet-stream': {} },
  ),
};

function resource(summary: string, parameters: readonly object[], content: object): object {
  // Refused like any other public operation; only what succeeds has no schema.
  const operation: OperationTerms = {
    name: 'log.resource',
    access: 'public',
    kind: 'read',
    summary,
    answer: 'Nothing',
    fails: ['route.not_found'],
  };
  const answers = responsesOf({ operation, status: 200 });
  const success = { ...answers[200], content };
  return {
    get: {
      tags: ['log'],
      summary,
      parameters: [ENVIRONMENT, ...parameters],
      responses: { ...answers, 200: success },
    },
  };
}
