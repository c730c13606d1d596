import { RELEASE } from '@service/platform/release';
import type { AnyOperation, OperationTerms } from '../operation.js';
import {
  routeOf,
  templateOf,
  isConditional,
  isRepeatable,
  isRevalidated,
  isSigned,
} from '../operation-route.js';
import { schemas } from '../schemas/schemas.js';
import { TOKEN_PATTERN } from '../../admission/authentication/tokens/token.js';
import { bodySchemas, bodyOf, type Body } from './body-schemas.js';
import { errorResponses } from './error-responses.js';
import { answerFields, requestFields, waitField, type RequestField } from './header-fields.js';
import { nameValues } from './named-values.js';
import { SHARED_ERRORS, responsesOf } from './responses.js';
import { resourcePaths } from './resource-paths.js';
import { shareParts, type Paths, type DocumentedOperation } from './shared-parts.js';
import { TAGS } from './operation-groups.js';
import { CSV, NDJSON, JSON_MEDIA } from '../../channels/http/media-types.js';
import { answers } from './examples/answers.js';
import { bodies } from './examples/bodies.js';
import { membersOf } from '../inputs/member-shapes.js';
import { see } from '../schemas/schema-forms.js';
import { descriptionOf } from './operation-description.js';
import { pathParameter } from './path-parameters.js';

/**
 * An example of every request and answer body, by the name of its schema, or by its operation if the schema has no name.
 * All tell one story: a registry's authority, its record 42, and a checkout that verifies it. They are recorded answers
 * of a service, with the bundle and the chain cut short, and token and secret replaced.
 */
const examples: Readonly<Record<string, unknown>> = { ...bodies, ...answers };

interface Media {
  schema?: { $ref?: string };
}

interface Bodied {
  content?: Record<string, Media>;
}

interface ExampledOperation {
  operationId?: string;
  requestBody?: Bodied;
  responses?: Record<string, Bodied>;
}

/** Gives an example to each body without a named schema; a named schema has its own. */
function addExamples(described: Paths): Paths {
  const paths = structuredClone(described);
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId = '', requestBody, responses = {} } = operation as ExampledOperation;
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
      for (const [type, media] of Object.entries(content)) {
        Object.assign(media, exampleOf(media, operationId, type));
      }
    }
  }
  return paths;
}

/** Schemas with their examples. */
function withExamples(schemas: Readonly<Record<string, object>>): Record<string, object> {
  const withExample = ([name, schema]: [string, object]) =>
    [name, name in examples ? { ...schema, examples: [examples[name]] } : schema] as const;
  return Object.fromEntries(Object.entries(schemas).map(withExample));
}

function suffixOf(type: string): string {
  if (type === CSV) return '.table';
  return type === NDJSON ? '.lines' : '';
}

function exampleOf({ schema }: Media, operationId: string, type: string): { examples?: object } {
  const name = operationId + suffixOf(type);
  return schema?.$ref === undefined && name in examples
    ? { examples: { typical: { value: examples[name] } } }
    : {};
}

/** Members of the document that describe the interface as a whole. */
const documentHead = {
  info: {
    title: 'Evidence-bearing record verification',
    version: RELEASE,
    summary: 'Answers whether a record is good, with evidence that a stranger can check.',
    description:
      'Register records under an authority, then ask for their verification: `evidence.verdict.result` says whether a record is good, and the rest of the evidence lets anybody check it. Every error has a `code`, explained at `/docs/errors`. Lists have pages: send `next_cursor` as `cursor`. A POST that changes something takes an `Idempotency-Key`. Within `/v1`, only what no client breaks at changes.',
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  },
  externalDocs: { url: '/docs', description: 'The documentation, served beside the interface.' },
  servers: [{ url: '/', description: 'The service that serves this document.' }],
  security: [{ bearer: [] }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
};

/** How callers say who they are. */
const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_',
    description: `A credential's token. Secret scanners find tokens by \`${TOKEN_PATTERN}\`.`,
  },
};

/** The OpenAPI 3.1 document, made from the definitions of operations at the first request for it. */
export class OpenApiDocument {
  private made: string | undefined;

  constructor(private readonly operations: readonly AnyOperation[]) {}

  /** The document as JSON. */
  text(): string {
    this.made ??= JSON.stringify(this.build());
    return this.made;
  }

  private build(): object {
    const routed = this.operations.filter(({ http }) => http !== undefined);
    const { paths, parameters, responses } = shareParts(
      addExamples({ ...pathsOf(routed), ...resourcePaths }),
    );
    return {
      openapi: '3.1.0',
      ...documentHead,
      'x-errors': SHARED_ERRORS,
      paths,
      components: {
        parameters,
        headers: answerFields,
        responses: { ...responses, ...errorResponses },
        schemas: withExamples(nameValues({ ...bodySchemas(routed), ...schemas })),
        securitySchemes,
      },
    };
  }
}

function pathsOf(operations: readonly AnyOperation[]): Paths {
  const paths: Paths = {};
  for (const operation of operations) {
    const { method, path } = routeOf(operation);
    const template = templateOf(path);
    paths[template] = { ...paths[template], [method.toLowerCase()]: describedOperation(operation, template) };
  }
  return paths;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: object;
}

/** An operation in the document. @param path its template: `/v1/records/{id}`. */
function describedOperation(operation: AnyOperation, path: string): DocumentedOperation {
  const body = bodyOf(operation);
  return {
    ...descriptionOf(operation),
    // A caller needs one of these capabilities; empty if any credential is enough, or none is needed.
    'x-capabilities': capabilitiesFor(operation),
    parameters: [...pathParametersOf(path), ...queryParametersOf(operation), ...fieldsOf(operation)],
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body) }),
    responses: responsesOf(operation),
  };
}

function requestBodyOf({ name, schema, isRequired }: Body): object {
  const described = name === null ? schema : see(name);
  return { required: isRequired, content: { [JSON_MEDIA]: { schema: described } } };
}

function capabilitiesFor({ access }: OperationTerms): readonly string[] {
  if (typeof access !== 'string') return access;
  return access === 'any' || access === 'public' ? [] : [access];
}

function pathParametersOf(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => pathParameter(path, name as string));
}

function queryParametersOf({ takes, input }: AnyOperation): Parameter[] {
  if (takes !== 'query' || input === undefined) return [];
  return [...membersOf(input)].flatMap(([name, { from, optional = false, schema = {} }]) => {
    if (from !== undefined) return [];
    const { description = '', ...described } = schema as { description?: string };
    return [{ name, in: 'query', ...(!optional && { required: true }), description, schema: described }];
  });
}

function fieldsOf(operation: OperationTerms): Parameter[] {
  const fields: RequestField[] = [
    ...(operation.access === 'public' ? [] : [requestFields.consistencyToken]),
    ...(isRepeatable(operation) ? [requestFields.idempotencyKey] : []),
    ...(isConditional(operation) ? [requestFields.ifMatch] : []),
    ...(isRevalidated(operation) ? [requestFields.ifNoneMatch] : []),
    ...(isSigned(operation) ? [requestFields.nonce, requestFields.prefer] : []),
    ...(operation.waits === undefined ? [] : [waitField(operation.waits)]),
  ];
  return fields.map((field) => ({ in: 'header', ...field }));
}
