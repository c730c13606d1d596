/** An option of a command, for `parseArgs`, the help and the completion. */
export interface Option {
  type: 'string' | 'boolean';
  multiple?: boolean;
  /** Placeholder of its value in the help. */
  value?: string;
  /** One clause for the help. */
  says: string;
  /** All values that it can have. */
  oneOf?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

type ValueOf<Each extends Option> = Each['type'] extends 'boolean'
  ? boolean
  : Each extends { multiple: true }
    ? string[]
    : string;

/** Option values of a call. */
export type Values<All extends Options> = { [Name in keyof All]?: ValueOf<All[Name]> | undefined };

/** A call of a command: the values of its options, and its operands. */
export interface Call<All extends Options = Options> {
  values: Values<All>;
  operands: string[];
}

/** Runs a command. @param commands the whole table. @returns the exit code, where it is not 0. */
export type Run<All extends Options = Options> = (
  call: Call<All>,
  commands: readonly Command[],
) => Promise<number | undefined>;

/** A row of the table of commands. */
export interface Command {
  /** Words of the command, such as `bundle verify`. */
  name: string;
  summary: string;
  /** Usage lines of the help, without the options. */
  uses: readonly string[];
  /** Further lines for the help. */
  about?: string;
  options: Options;
  /** Operands that the completion offers. */
  operands?: readonly string[];
  /** Whether it handles interrupts itself. */
  endsItself?: true;
  load: () => Promise<Run>;
}

/** Makes a row; the compiler checks that the function that it loads accepts its options. */
export function command<const All extends Options>(
  row: Omit<Command, 'options' | 'load'> & { options: All; load: () => Promise<Run<All>> },
): Command {
  return row as unknown as Command;
}

/** An option with a value. @param value placeholder of it in the help. */
export function text(value: string, says: string) {
  return { type: 'string', value, says } as const;
}

/** The same, which may be given several times. */
export function texts(value: string, says: string) {
  return { type: 'string', multiple: true, value, says } as const;
}

/** An option without a value. */
export function flag(says: string) {
  return { type: 'boolean', says } as const;
}

/** An option whose value is one of a few. */
export function choice(oneOf: readonly string[], says: string) {
  return { type: 'string', oneOf, says } as const;
}
