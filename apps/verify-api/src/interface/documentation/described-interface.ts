import type { ErrorCode } from '@service/contracts';

/** The parts of an OpenAPI document that the reference reads; members that can be missing are optional. */
export interface DescribedInterface {
  /** What an operation requires unless it says otherwise. */
  security?: object[];
  /** Errors of every operation, and of every one that needs a credential. */
  'x-errors'?: Record<'every' | 'withCredential', readonly ErrorCode[]>;
  info?: { title?: string; description?: string; version?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components?: {
    schemas?: Record<string, DescribedSchema>;
    parameters?: Record<string, DescribedParameter>;
    responses?: Record<string, DescribedResponse>;
  };
}

export interface Reference {
  $ref?: string;
}

export interface DescribedOperation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: DescribedParameter[];
  requestBody?: { content?: Record<string, DescribedContent> };
  responses?: Record<string, DescribedResponse>;
  security?: object[];
  'x-capabilities'?: string[];
  /** Besides those of the document. */
  'x-errors'?: ErrorCode[];
}

interface DescribedParameter extends Reference {
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: DescribedSchema;
}

interface DescribedResponse extends Reference {
  description?: string;
  content?: Record<string, DescribedContent>;
}

export interface DescribedContent {
  schema?: DescribedSchema;
  examples?: Record<string, { value?: unknown }>;
}

/** The parts of a JSON Schema that the reference reads. */
export interface DescribedSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  examples?: unknown[];
  const?: unknown;
  items?: DescribedSchema;
  properties?: Record<string, DescribedSchema>;
  required?: string[];
  anyOf?: DescribedSchema[];
  oneOf?: DescribedSchema[];
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** The component that a reference names; a value that is no reference is returned as it is. */
export function followed<Found extends Reference>(
  value: Found,
  named: Record<string, Found> | undefined,
): Found {
  const name = value.$ref?.split('/').at(-1);
  return name === undefined ? value : (named?.[name] ?? value);
}
