import { ENVIRONMENTS, type Environment } from '@service/contracts';
import { SettingsError, loadSettings, type Settings } from './load-settings.js';
import { settingNames } from './setting-names.js';
import { settingTable, type SettingDefinition } from './setting-table.js';
import { variableOf } from './variable-of.js';

/** Settings and variables of one environment's processes. */
export interface EnvironmentSettings {
  readonly environment: Environment;
  /**
   * The variables of the service with ENVIRONMENT and this environment's ports, without those of other environments.
   */
  readonly variables: NodeJS.ProcessEnv;
  readonly settings: Settings;
}

/** Distance between the ports of two environments. */
const PORT_STEP = 100;
const HIGHEST_PORT = 65_535;

/**
 * The settings of ENVIRONMENT, or else of each of ENVIRONMENTS. `NAME_PRODUCTION` is the setting NAME for production alone,
 * and wins over NAME.
 * @param byDefault where neither is set.
 * @throws SettingsError with every setting that is missing or malformed, or that environments share and must not.
 */
export function loadEnvironments(
  variables: NodeJS.ProcessEnv,
  byDefault: readonly Environment[] = ENVIRONMENTS,
): readonly [EnvironmentSettings, ...EnvironmentSettings[]] {
  const misplaced = findMisplaced(variables);
  if (misplaced.length > 0) throw new SettingsError(misplaced);
  const problems = new Map<string, Environment[]>();
  const environments = environmentsIn(variables, byDefault);
  const loaded = environments.flatMap((environment, index) => {
    try {
      const own = variablesOf(environment, variables, index * PORT_STEP);
      return [{ environment, variables: own, settings: loadSettings(own) }];
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      for (const problem of error.problems)
        problems.set(problem, [...(problems.get(problem) ?? []), environment]);
      return [];
    }
  });
  if (problems.size > 0) {
    const sentences = [...problems].map(([problem, concerned]) =>
      concerned.length === environments.length ? problem : `${concerned.join()}: ${problem}`,
    );
    throw new SettingsError(sentences);
  }
  const shared = [...findSharedValues(loaded), ...findSharedPorts(loaded)];
  if (shared.length > 0) throw new SettingsError(shared);
  // Lists of environments are never empty.
  return loaded as [EnvironmentSettings, ...EnvironmentSettings[]];
}

function environmentsIn(
  { ENVIRONMENT, ENVIRONMENTS: list }: NodeJS.ProcessEnv,
  byDefault: readonly Environment[],
): readonly Environment[] {
  if (ENVIRONMENT === undefined && list === undefined) return byDefault;
  const [name, text, { expected, parse }] =
    ENVIRONMENT === undefined
      ? ['ENVIRONMENTS', list ?? '', settingTable.environments.form]
      : ['ENVIRONMENT', ENVIRONMENT, settingTable.environment.form];
  const value = parse(text);
  if (value === undefined)
    throw new SettingsError([`${name} must be ${expected}, not ${JSON.stringify(text)}.`]);
  return [value].flat();
}

/** One sentence for each variable that names an environment anywhere but at its end, since it would be ignored. */
function findMisplaced(variables: NodeJS.ProcessEnv): string[] {
  const known = settingNames();
  return Object.keys(variables).flatMap((name) => {
    const [found] = /_(?:DEVELOPMENT|PRODUCTION)(?=_)/.exec(name) ?? [];
    const setting = found === undefined ? name : name.replace(found, '');
    return found !== undefined && known.has(setting)
      ? [`${name} is not a setting: put the environment at the end, as in ${setting}${found}.`]
      : [];
  });
}

/** The suffix of settings for one environment. */
function suffixOf(environment: Environment): string {
  return `_${environment.toUpperCase()}`;
}

/** @throws SettingsError where a port of the environment would be too high. */
function variablesOf(
  environment: Environment,
  variables: NodeJS.ProcessEnv,
  portOffset: number,
): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = {};
  const suffixes = ENVIRONMENTS.map(suffixOf);
  for (const [name, value] of Object.entries(variables)) {
    if (suffixes.every((suffix) => !name.endsWith(suffix))) own[name] = value;
  }
  for (const { variable, form, default: first } of [settingTable.port, settingTable.adminPort]) {
    const port = form.parse(own[variable] ?? first);
    // 0 stays 0, and an invalid port is reported as it was given.
    if (port === undefined || port === 0) continue;
    if (port + portOffset > HIGHEST_PORT && variables[variable + suffixOf(environment)] === undefined) {
      throw new SettingsError([
        `${variable} would be ${port + portOffset}, above ${HIGHEST_PORT}: set ${variable}${suffixOf(environment)}, or ${variable} to at most ${HIGHEST_PORT - portOffset}.`,
      ]);
    }
    own[variable] = String(port + portOffset);
  }
  for (const [name, value] of Object.entries(variables)) {
    const suffix = suffixOf(environment);
    if (name.endsWith(suffix)) own[name.slice(0, -suffix.length)] = value;
  }
  return { ...own, ENVIRONMENT: environment };
}

/** One sentence for each setting with the same value in two environments that must not share it. */
function findSharedValues(loaded: readonly EnvironmentSettings[]): string[] {
  const definitions = Object.entries(settingTable) as [keyof Settings, SettingDefinition<unknown>][];
  return definitions.flatMap(([key, definition]) => {
    const owners = new Map<string, { environment: Environment; name: string }>();
    for (const { environment, settings } of loaded) {
      for (const [variable, identity] of identitiesOf(definition, settings[key])) {
        const own = { environment, name: variable + suffixOf(environment) };
        const owner = owners.get(identity);
        owners.set(identity, own);
        // Apps of one environment may share a value.
        if (owner === undefined || owner.environment === environment) continue;
        return [
          `Set ${owner.name} and ${own.name} to different values: environments must not have the same ${definition.distinct?.what}.`,
        ];
      }
    }
    return [];
  });
}

/** Values that no other environment may have, with their variables. */
function identitiesOf(
  { variable, apps, distinct }: SettingDefinition<unknown>,
  value: unknown,
): [string, string][] {
  if (distinct === undefined) return [];
  const named: [string, unknown][] =
    apps === undefined
      ? [[variable, value]]
      : Object.entries(value as object).map(([app, each]) => [variableOf(variable, app), each]);
  return named.flatMap(([name, each]): [string, string][] =>
    each === undefined ? [] : [[name, distinct.identity(each)]],
  );
}

function findSharedPorts(loaded: readonly EnvironmentSettings[]): string[] {
  const owners = new Map<number, string>();
  return loaded.flatMap(({ environment, settings }) =>
    (
      [
        ['PORT', settings.port],
        ['ADMIN_PORT', settings.adminPort],
      ] as const
    ).flatMap(([variable, port]) => {
      const name = `${variable} of ${environment}`;
      const owner = owners.get(port);
      owners.set(port, name);
      return owner === undefined || port === 0
        ? []
        : [`Port ${port} is both ${owner} and ${name}: change one of them.`];
    }),
  );
}
