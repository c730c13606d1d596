import type { DatabaseApp, EnvironmentDatabase } from '@service/platform/databases';
import type { App } from './apps.ts';

/** Settings that give an app's process its own role in each database, and no other. */
export function urlsOf(app: App, databases: readonly EnvironmentDatabase[]): NodeJS.ProcessEnv {
  const role = app.replace('-', '_') as DatabaseApp;
  const urls = databases.map((database) => [
    `DATABASE_URL_${database.environment.toUpperCase()}`,
    database.urlOf(role),
  ]);
  return Object.fromEntries(urls) as NodeJS.ProcessEnv;
}

/** Settings that give a command every role of each database. */
export function allUrls(databases: readonly EnvironmentDatabase[]): NodeJS.ProcessEnv {
  const urls = databases.flatMap(({ environment, ownerUrl, appUrls }) => {
    const suffix = environment.toUpperCase();
    return [
      [`DATABASE_OWNER_URL_${suffix}`, ownerUrl],
      ...Object.entries(appUrls).map(([app, url]) => [`DATABASE_URL_${suffix}_${app.toUpperCase()}`, url]),
    ];
  });
  return Object.fromEntries(urls) as NodeJS.ProcessEnv;
}
