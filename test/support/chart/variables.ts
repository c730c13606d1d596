import { settingTable, type SettingDefinition } from '../../../libs/platform/src/settings/setting-table.js';
import { variableOf } from '../../../libs/platform/src/settings/variable-of.js';

const definitions: SettingDefinition<unknown>[] = Object.values(settingTable);

/** The variable of every setting, by app where each app has one, and the setting. */
export const VARIABLES: ReadonlyMap<string, SettingDefinition<unknown>> = new Map(
  definitions.flatMap((definition) =>
    (definition.apps?.map((app) => variableOf(definition.variable, app)) ?? [definition.variable]).map(
      (variable) => [variable, definition] as const,
    ),
  ),
);

/** Whether a setting has this variable, or names a file by it. */
export function isVariable(name: string): boolean {
  return VARIABLES.has(name) || VARIABLES.get(name.replace(/_FILE$/, ''))?.file === true;
}
