import { settingTable, type SettingDefinition } from './setting-table.js';
import { variableOf } from './variable-of.js';

/** The variables of all settings, for each app where each has its own, and with `_FILE` where a file may hold the value. */
export function settingNames(): Set<string> {
  return new Set(
    Object.values<SettingDefinition<never>>(settingTable as never).flatMap(
      ({ variable, apps = [''], file }) =>
        apps
          .map((app) => variableOf(variable, app))
          .flatMap((name) => (file === true ? [name, `${name}_FILE`] : name)),
    ),
  );
}
