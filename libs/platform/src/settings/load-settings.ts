import { readFileSync } from 'node:fs';
import { reasonOf } from '../error-reason.js';
import type { DatabaseApp } from '../postgres/database-apps.js';
import { StartError } from '../start-error.js';
import { findUnprotected } from './protected-connections.js';
import type { SettingForm } from './setting-forms.js';
import { settingTable, type SettingDefinition } from './setting-table.js';
import { variableOf } from './variable-of.js';

type Table = typeof settingTable;

type ValueOf<Definition> = Definition extends { form: SettingForm<infer Value> } ? Value : never;

type PerApp<Value> = Readonly<Partial<Record<DatabaseApp, Value>>>;

/** The validated settings of a process, by their keys in the table. */
export type Settings = {
  readonly [Key in keyof Table]: Table[Key] extends { apps: object }
    ? PerApp<ValueOf<Table[Key]>>
    : Table[Key] extends { default: string } | { required: true }
      ? ValueOf<Table[Key]>
      : ValueOf<Table[Key]> | undefined;
};

/** Thrown for missing or malformed settings; its message has one sentence for each problem. */
export class SettingsError extends StartError {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * Validates the settings among the variables; others are ignored.
 * @throws SettingsError with every setting that is missing or malformed.
 */
export function loadSettings(variables: NodeJS.ProcessEnv): Settings {
  const problems: string[] = [];
  const definitions: [string, SettingDefinition<unknown>][] = Object.entries(settingTable);
  const values = definitions.map(([key, definition]) => [
    key,
    definition.apps === undefined
      ? readVariable(variables, definition, definition.variable, problems)
      : readForEachApp(variables, definition, definition.apps, problems),
  ]);
  problems.push(...findLonely(variables, definitions));
  if (problems.length > 0) throw new SettingsError(problems);
  const settings = Object.fromEntries(values) as Settings;
  const unprotected = findUnprotected(settings);
  if (unprotected.length > 0) throw new SettingsError(unprotected);
  return settings;
}

/** One sentence for each setting that is set without another that it needs. */
function findLonely(
  variables: NodeJS.ProcessEnv,
  definitions: readonly [string, SettingDefinition<unknown>][],
): string[] {
  return definitions.flatMap(([, definition]) =>
    variables[definition.variable] === undefined
      ? []
      : (definition.goesWith ?? [])
          .filter((needed) => variables[needed] === undefined && variables[`${needed}_FILE`] === undefined)
          .map((needed) => `${definition.variable} is set, so ${needed} must be set as well.`),
  );
}

function readVariable(
  variables: NodeJS.ProcessEnv,
  definition: SettingDefinition<unknown>,
  variable: string,
  problems: string[],
): unknown {
  const text = textOf(variables, definition, variable, problems) ?? definition.default;
  if (text === undefined) {
    if (definition.required === true) problems.push(`${variable} must be ${definition.form.expected}.`);
    return undefined;
  }
  const value = definition.form.parse(text);
  if (value === undefined) {
    const shown = definition.secret === true ? '' : `, not ${JSON.stringify(text)}`;
    problems.push(`${variable} must be ${definition.form.expected}${shown}.`);
  }
  return value;
}

/** The variable's value, or the content of the file that `<variable>_FILE` names where the setting allows one. */
function textOf(
  variables: NodeJS.ProcessEnv,
  { file }: SettingDefinition<unknown>,
  variable: string,
  problems: string[],
): string | undefined {
  const path = file === true ? variables[`${variable}_FILE`] : undefined;
  if (path === undefined) return variables[variable];
  if (variables[variable] !== undefined) {
    problems.push(`${variable} and ${variable}_FILE must not both be set.`);
    return undefined;
  }
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    problems.push(`${variable}_FILE names a file that cannot be read: ${reasonOf(error)}.`);
    return undefined;
  }
}

function readForEachApp(
  variables: NodeJS.ProcessEnv,
  definition: SettingDefinition<unknown>,
  apps: readonly DatabaseApp[],
  problems: string[],
): PerApp<unknown> {
  const values = apps.map((app) => [
    app,
    readVariable(variables, definition, variableOf(definition.variable, app), problems),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as PerApp<unknown>;
}
