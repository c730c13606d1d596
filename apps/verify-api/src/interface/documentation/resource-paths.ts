import { JSON_MEDIA } from '../../channels/http/media-types.js';
import type { OperationTerms } from '../operation.js';
import { requestFields } from './header-fields.js';
import { descriptionOf } from './operation-description.js';
import { ENVIRONMENT } from './path-parameters.js';
import { responsesOf } from './responses.js';
import type { Paths } from './shared-parts.js';

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

const note = (description: string) => ({ 'text/plain': { schema: { type: 'string', description } } });
const bytes = { 'application/octet-stream': {} };
const object = (description: string) => ({ [JSON_MEDIA]: { schema: { type: 'object', description } } });

const REVALIDATED = {
  ETag: {
    description: 'Changes with the document; each `Content-Encoding` has its own. For `If-None-Match`.',
    schema: { type: 'string' },
  },
};

/** Public resources: the log’s, whose formats C2SP describes, and the descriptions of the interface. */
export const resourcePaths: Paths = {
  '/v1/log/{environment}/checkpoint': resource(
    'log.checkpoint',
    'Read the newest checkpoint of the transparency log, a signed note (C2SP tlog-checkpoint)',
    [ENVIRONMENT],
    note('A signed note: origin, tree size, root hash and signatures.'),
  ),
  '/v1/log/{environment}/policy': resource(
    'log.policy',
    'Read the signed trust policy, by which readers follow the log’s keys and witnesses; 404 where none is published',
    [ENVIRONMENT],
    note('A signed note: the policy and its signatures.'),
  ),
  '/v1/log/{environment}/tile/{level}/{number}': resource(
    'log.tile',
    'Read hashes of the transparency log, 32 bytes each (C2SP tlog-tiles)',
    [ENVIRONMENT, LEVEL, NUMBER],
    bytes,
  ),
  '/v1/log/{environment}/tile/entries/{number}': resource(
    'log.entries',
    'Read entries of the transparency log, each 64 bytes behind their length in 2 bytes (C2SP tlog-tiles)',
    [ENVIRONMENT, NUMBER],
    bytes,
  ),
  '/v1/openapi.json': document('documents.openapi', 'Read this document', object('An OpenAPI 3.1 document.')),
  '/v1/asyncapi.json': document(
    'documents.asyncapi',
    'Read the document of the events that are delivered',
    object('An AsyncAPI 3.0 document.'),
  ),
};

/** A resource that caches revalidate. */
function document(
  name: string,
  summary: string,
  content: Record<string, { schema?: object }>,
): Paths[string] {
  return resource(name, summary, [{ ...requestFields.ifNoneMatch, in: 'header' }], content, REVALIDATED);
}

function resource(
  name: string,
  summary: string,
  parameters: readonly { name: string; in: string }[],
  content: Record<string, { schema?: object }>,
  fields: Readonly<Record<string, object>> = {},
): Paths[string] {
  // Only for its errors, which are those of any public operation; the successful answer is replaced below.
  const operation: OperationTerms = {
    name,
    access: 'public',
    kind: 'read',
    summary,
    answer: 'Acknowledgement',
    fails: parameters.some((each) => each.in === 'path') ? ['route.not_found'] : [],
  };
  const answers = responsesOf(operation);
  const { headers: common, ...found } = answers[200] as { headers?: object };
  const headers = { ...common, ...fields };
  const success = { ...found, headers, content, 'x-shared-as': undefined };
  const unchanged = { description: 'Not modified.', headers, 'x-shared-as': undefined };
  const isRevalidated = Object.keys(fields).length > 0;
  return {
    get: {
      ...descriptionOf(operation),
      parameters: [...parameters],
      responses: { ...answers, 200: success, ...(isRevalidated ? { 304: unchanged } : {}) },
    },
  };
}
