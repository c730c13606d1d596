/** The variable of a setting for one environment, and for one app where each app has a value. */
export function variableOf(variable: string, environment: string, app?: string): string {
  return [variable, environment, app ?? []].flat().join('_').toUpperCase();
}
