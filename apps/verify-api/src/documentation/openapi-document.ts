import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { TOKEN_PATTERN } from '../authentication/tokens/token.js';
import { answerFields } from './header-fields.js';
import { logPaths } from './log-paths.js';
import { pathItemOf, type PlainRoute } from './operation-route.js';
import { schemas } from '../schemas/schemas.js';

/** The OpenAPI 3.1 document, generated from the controllers at the first request for it. */
export class OpenApiDocument {
  private application: INestApplication | undefined;
  private plainRoutes: readonly PlainRoute[] = [];
  private made: string | undefined;

  /** Describes an application, and its routes without a controller. */
  describe(application: INestApplication, plainRoutes: readonly PlainRoute[]): void {
    this.application = application;
    this.plainRoutes = plainRoutes;
  }

  /** The document as JSON. */
  text(): string {
    this.made ??= JSON.stringify(this.build());
    return this.made;
  }

  private build(): object {
    if (this.application === undefined) throw new TypeError('There is no application to describe.');
    const options = new DocumentBuilder()
      .setOpenAPIVersion('3.1.0')
      .setTitle('Evidence-bearing record verification')
      .setDescription('Answers whether a record is good, with evidence that a stranger can check.')
      .setVersion('1')
      .addBearerAuth(
        {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'svc_',
          description: `A credential's token. Secret scanners find tokens by \`${TOKEN_PATTERN}\`.`,
        },
        'bearer',
      )
      .build();
    const document = SwaggerModule.createDocument(this.application, options);
    const bodies = (document.components?.schemas ?? {}) as Record<string, BodySchema>;
    return {
      ...document,
      paths: {
        ...document.paths,
        ...logPaths,
        ...Object.fromEntries(this.plainRoutes.map((route) => [route.path, pathItemOf(route)])),
      },
      components: {
        ...document.components,
        headers: answerFields,
        schemas: { ...closed(bodies), ...schemas },
      },
    };
  }
}

/** Bodies have only the members that they declare; nullable ones are declared as in JSON Schema. */
function closed(bodies: Record<string, BodySchema>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(bodies).map(([name, schema]) => {
      const properties = Object.entries(schema.properties ?? {}).map(([member, each]) => [
        member,
        typed(each),
      ]);
      const exactlyOne = schema.properties !== undefined && 'content_digest' in schema.properties;
      return [
        name,
        {
          ...schema,
          properties: Object.fromEntries(properties),
          additionalProperties: false,
          ...(exactlyOne ? { oneOf: [{ required: ['content_digest'] }, { required: ['content'] }] } : {}),
          ...(name.startsWith('Update') ? { minProperties: 1 } : {}),
        },
      ];
    }),
  );
}

interface BodySchema {
  properties?: Record<string, { type?: string; nullable?: boolean }>;
}

function typed({ nullable, ...schema }: { type?: string; nullable?: boolean }): object {
  return nullable === true ? { ...schema, type: [schema.type, 'null'] } : schema;
}
