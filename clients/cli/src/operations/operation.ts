/** A member of a body, or a parameter of a query. */
export interface Field {
  /** How the text of its option is read. */
  kind: 'text' | 'number' | 'boolean' | 'list' | 'pairs' | 'json';
  required?: true;
  oneOf?: readonly string[];
  says?: string;
}

/** An operation of the API, as a command. */
export interface Operation {
  /** Words of the command, such as `records amend`. */
  command: string;
  summary: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path, with `{name}` for each operand. */
  path: string;
  query?: Readonly<Record<string, Field>>;
  body?: Readonly<Record<string, Field>>;
  /** Whether its answer is a list. */
  paged?: true;
}

/** Names of the operands that stand for the variables of an operation's path. */
export function operandNames({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name.toUpperCase());
}

/** Whether the body of an operation has an issuer's signature. */
export function isSignedByIssuer({ body = {} }: Operation): boolean {
  return Object.hasOwn(body, 'issuer_signature');
}

/** The option of a member or a parameter. */
export function optionName(field: string): string {
  return field.replaceAll('_', '-');
}
