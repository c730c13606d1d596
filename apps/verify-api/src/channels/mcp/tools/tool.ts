import { membersOf, type InputClass } from '../../../interface/inputs/member-shapes.js';
import type { AnyOperation } from '../../../interface/operation.js';
import { inputSchemaOf, type ObjectSchema } from '../input-schema.js';

/**
 * Hints by which hosts decide whether to ask their user (MCP, "Tool annotations"); a missing hint means danger.
 * `idempotentHint` is missing: it says nothing of tools that read, and of others what its absence says.
 */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  openWorldHint: false;
}

/** Facts of a call on which its shown answer depends. */
export interface Showing {
  /** The arguments that the operation got. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Whether the caller asked for `detail: full`. */
  readonly full: boolean;
  readonly requestId: string;
  /** The position of the log that the answer holds as of; null where it proves nothing. */
  readonly asOf: string | null;
}

/** A resource that a tool's answer links to. */
export interface ToolLink {
  uri: string;
  name: string;
  description: string;
  mimeType: string;
}

/** A tool: an operation as it is described to a model. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: AnyOperation;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: object;
  /** Whether its answer is signed, so that it can be proved. */
  readonly isSigned: boolean;
  /** What the model sees of the operation's answer. */
  show(answer: unknown, showing: Showing): object;
  linksOf?(summary: object): ToolLink[];
}

/** The terms from which `defineTool` makes a tool. */
export type ToolTerms = Pick<Tool, 'name' | 'title' | 'description' | 'linksOf'> & {
  readonly operation: AnyOperation;
  readonly input?: Readonly<Record<string, object | null>>;
  readonly output: Readonly<Record<string, object>>;
  readonly destructive?: boolean;
  readonly signed?: boolean;
  /** Absent where the model sees the answer unchanged. */
  readonly show?: Tool['show'];
};

/** An argument of tools whose answers are long. */
export const DETAIL = {
  type: 'string',
  enum: ['summary', 'full'],
  default: 'summary',
};
const IDEMPOTENCY_KEY = {
  type: 'string',
  description: 'Makes a retry safe.',
};
const EXPECTED_VERSION = {
  type: 'integer',
  anyOf: undefined,
  minimum: undefined,
  maximum: undefined,
  description: 'Only change this version.',
};

/** Defines a tool from its operation. Its output schema is open: a client keeps it while the service gains members. */
export function defineTool(terms: ToolTerms): Tool {
  const { operation, input = {}, output, destructive = false, signed = false, ...told } = terms;
  const writes = operation.kind === 'write';
  const own = writes ? { idempotency_key: IDEMPOTENCY_KEY, ...versionOf(operation) } : {};
  const type = operation.input as InputClass<object> | undefined;
  return {
    show: (answer) => answer as object,
    ...told,
    operation,
    isSigned: signed,
    annotations: {
      readOnlyHint: !writes,
      destructiveHint: destructive,
      openWorldHint: false,
    },
    inputSchema: inputSchemaOf(type, { ...input, ...own }),
    outputSchema: { type: 'object', properties: output, required: Object.keys(output) },
  };
}

/** The argument `expected_version`, for operations that take one. */
function versionOf({ input }: AnyOperation): Readonly<Record<string, object>> {
  const takes = input !== undefined && membersOf(input).has('expected_version');
  return takes ? { expected_version: EXPECTED_VERSION } : {};
}

/** For lists: fewer items than over HTTP, because a model reads them all. */
export const SHORT_PAGE = {
  limit: { minimum: undefined, maximum: 50, default: 10, description: undefined },
  cursor: { description: '`next_cursor` of a page.' },
};
