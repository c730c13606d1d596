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
  /** Its words, such as `records amend`. */
  command: string;
  summary: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for each operand. */
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

/** The option of a member or a parameter. */
export function optionName(field: string): string {
  return field.replaceAll('_', '-');
}
