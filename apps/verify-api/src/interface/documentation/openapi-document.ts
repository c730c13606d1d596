import { RELEASE } from '@service/platform/release';
import type { AnyOperation } from '../operation.js';
import { routeOf, templateOf } from '../operation-route.js';
import { schemas } from '../schemas/schemas.js';
import { TOKEN_PATTERN } from '../../admission/authentication/tokens/token.js';
import { addExamples, withExamples } from './add-examples.js';
import { bodySchemas } from './body-schemas.js';
import { errorResponses } from './error-responses.js';
import { answerFields } from './header-fields.js';
import { nameValues } from './named-values.js';
import { describedOperation } from './described-operation.js';
import { SHARED_ERRORS } from './responses.js';
import { resourcePaths } from './resource-paths.js';
import { shareParts, type Paths } from './shared-parts.js';
import { TAGS } from './operation-groups.js';

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
