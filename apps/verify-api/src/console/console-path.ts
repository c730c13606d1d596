import type { Environment } from '@service/contracts';

/** Where the Console of an environment is, without a slash at its end. */
export function consoleRoot(environment: Environment): string {
  return `/console/${environment}`;
}

/**
 * What follows `/console/<environment>/api` in a target, from its slash on; null for any other target, also for another
 * spelling of the same path.
 */
export function belowConsoleApi(url: string, environment: Environment): string | null {
  const api = `${consoleRoot(environment)}/api`;
  return url.startsWith(`${api}/`) ? url.slice(api.length) : null;
}
