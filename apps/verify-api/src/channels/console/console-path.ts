import type { Environment } from '@service/contracts';

/** Where the Console of an environment is, without a slash at its end. */
export function consoleRoot(environment: Environment): string {
  return `/console/${environment}`;
}

/** Where the API of an environment's Console is, without a slash at its end. */
export function consoleApi(environment: Environment): string {
  return `${consoleRoot(environment)}/api`;
}

/**
 * The part of a target after `/console/<environment>/api`, from its slash on; null for any other target, also for
 * another spelling of that path.
 */
export function belowConsoleApi(url: string, environment: Environment): string | null {
  const api = consoleApi(environment);
  return url.startsWith(`${api}/`) ? url.slice(api.length) : null;
}
