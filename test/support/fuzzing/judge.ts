import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from '../client.js';
import type { InterfaceDocument, Operation } from './interface-document.js';
import type { Schema } from './schema-arbitrary.js';

const JSON_MEDIA = 'application/json';

/** Compares answers with what a document says of them. */
export class Judge {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: InterfaceDocument) {
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'openapi');
  }

  /** What is wrong with an answer; null where it is as documented. */
  problemOf(operation: Operation, { status, headers, text, body }: Answer): string | null {
    const documented =
      operation.responses[status] ?? (status >= 400 ? operation.responses['default'] : undefined);
    if (documented === undefined || status >= 500) return `${status} ${text.slice(0, 200)}`;
    const silent = Object.keys(this.document.components.headers).filter(
      (name) => headers.has(name) && !(name in (documented.headers ?? {})),
    );
    if (silent.length > 0) return `undocumented fields: ${silent.join(', ')}`;
    const code = body['error']?.code as string | undefined;
    if (code !== undefined && !operation.errorCodes.includes(code)) return `undocumented ${code}`;
    const type = headers.get('content-type')?.split(';', 1)[0];
    if (type === undefined) return documented.content === undefined ? null : 'no body';
    const content = documented.content?.[type];
    if (content === undefined) return `undocumented type ${type}`;
    return type === JSON_MEDIA && content.schema !== undefined ? this.faultsOf(content.schema, body) : null;
  }

  /** What is wrong with a value that a schema of the document describes; null where nothing is. */
  faultsOf(schema: Schema, value: unknown): string | null {
    const validate = this.validatorOf(schema);
    return validate(value) ? null : this.ajv.errorsText(validate.errors);
  }

  /** Many answers have the same schema, which is compiled once. */
  private validatorOf(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
    const validator = this.validators.get(text) ?? this.ajv.compile(JSON.parse(text) as Schema);
    this.validators.set(text, validator);
    return validator;
  }
}
