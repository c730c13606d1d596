import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { addExamples, exampleComponents } from './add-examples.js';
import { documentHead, securitySchemes } from './document-head.js';
import { errorResponses } from './error-responses.js';
import { answerFields } from './header-fields.js';
import { nameValues } from './named-values.js';
import { pathItemOf } from './operation-route.js';
import { describeId } from './path-parameters.js';
import { routeOf } from './route-terms.js';
import { resourcePaths } from './resource-paths.js';
import { shareParts, type Paths } from './shared-parts.js';
import type { AnyOperation } from '../operations/operation.js';
import { schemas } from '../schemas/schemas.js';

/** The OpenAPI 3.1 document, generated from the controllers at the first request for it. */
export class OpenApiDocument {
  private application: INestApplication | undefined;
  private others: readonly AnyOperation[] = [];
  private made: string | undefined;

  /** Describes an application, and its operations without a controller. */
  describe(application: INestApplication, others: readonly AnyOperation[]): void {
    this.application = application;
    this.others = others;
  }

  /** The document as JSON. */
  text(): string {
    this.made ??= JSON.stringify(this.build());
    return this.made;
  }

  private build(): object {
    if (this.application === undefined) throw new TypeError('There is no application to describe.');
    const options = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
    const document = SwaggerModule.createDocument(this.application, options);
    const bodies = (document.components?.schemas ?? {}) as Record<string, BodySchema>;
    const described = describePaths({
      ...(document.paths as unknown as Paths),
      ...(Object.fromEntries(this.others.map((each) => [routeOf(each).path, pathItemOf(each)])) as Paths),
      ...resourcePaths,
    });
    const { paths, parameters, responses } = shareParts(addExamples(described));
    return {
      openapi: '3.1.0',
      ...documentHead,
      paths,
      components: {
        parameters,
        headers: answerFields,
        responses: { ...responses, ...errorResponses },
        examples: exampleComponents,
        schemas: nameValues({ ...closed(bodies), ...schemas }),
        securitySchemes,
      },
    };
  }
}

/** Says what the ids in paths are of. */
function describePaths(paths: Paths): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, { parameters = [], ...operation }]) => [
          method,
          { ...operation, parameters: parameters.map((each) => describeId(path, each)) },
        ]),
      ),
    ]),
  );
}

/** Bodies have only the members that they declare; nullable ones are declared as in JSON Schema. */
function closed(bodies: Record<string, BodySchema>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(bodies).map(([name, schema]) => {
      const properties = Object.entries(schema.properties ?? {}).map(([member, each]) => [
        member,
        typed(each),
      ]);
      const ways = waysOf(schema);
      return [
        name,
        {
          ...schema,
          properties: Object.fromEntries(properties),
          additionalProperties: false,
          ...(ways.length > 0 ? { oneOf: ways.map((way) => ({ required: [way] })) } : {}),
          ...(name.startsWith('Update') ? { minProperties: 1 } : {}),
        },
      ];
    }),
  );
}

/** The members of which a body has exactly one: what names a record, or its content. */
function waysOf({ properties = {}, required = [] }: BodySchema): string[] {
  if (!('content_digest' in properties)) return [];
  const content = ['content_digest', 'content'];
  return 'record_id' in properties && !required.includes('record_id')
    ? ['record_id', 'external_id', ...content]
    : content;
}

interface BodySchema {
  properties?: Record<string, MemberSchema>;
  required?: string[];
}

interface MemberSchema {
  type?: string;
  nullable?: boolean;
  /** Left out: examples of whole bodies show more. */
  example?: unknown;
}

function typed({ nullable, example: _example, ...schema }: MemberSchema): object {
  return nullable === true ? { ...schema, type: [schema.type, 'null'] } : schema;
}
