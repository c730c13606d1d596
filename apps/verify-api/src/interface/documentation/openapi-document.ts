import { addExamples, withExamples } from './add-examples.js';
import { bodySchemas } from './body-schemas.js';
import { documentHead, securitySchemes } from './document-head.js';
import { errorResponses } from './error-responses.js';
import { answerFields } from './header-fields.js';
import { nameValues } from './named-values.js';
import { describedOperation } from './described-operation.js';
import { SHARED_ERRORS } from './responses.js';
import { resourcePaths } from './resource-paths.js';
import { shareParts, type Paths } from './shared-parts.js';
import type { AnyOperation } from '../operation.js';
import { routeOf, templateOf } from '../operation-route.js';
import { schemas } from '../schemas/schemas.js';

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
