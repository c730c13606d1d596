/** The variable of a setting, for one app where each app has a value. */
export function variableOf(variable: string, app = ''): string {
  return variable.replace('{APP}', app.toUpperCase());
}
