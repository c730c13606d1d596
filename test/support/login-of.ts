import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestService } from './service.ts';

/** URL of an app's own login to the database that the service made for development. */
export function loginOf(service: Pick<TestService, 'dataDirectory' | 'databaseUrl'>, app: string): string {
  const file = join(service.dataDirectory, 'development', 'database-roles.json');
  const passwords = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const url = new URL(service.databaseUrl());
  return Object.assign(url, { username: `${url.pathname.slice(1)}_${app}`, password: passwords[app] ?? '' })
    .href;
}
