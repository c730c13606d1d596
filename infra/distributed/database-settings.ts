import type { DatabaseApp, EnvironmentDatabase } from '@service/platform/databases';
import type { App } from './apps.ts';

/** Settings with an app's role in each database, and no other role. */
export function urlsOf(app: App, databases: readonly EnvironmentDatabase[]): NodeJS.ProcessEnv {
  const role = app.replace('-', '_') as DatabaseApp;
  const urls = databases.map((database) => [
    `DATABASE_URL_${database.environment.toUpperCase()}`,
    database.urlOf(role),
  ]);
  return Object.fromEntries(urls) as NodeJS.ProcessEnv;
}

/** Settings with every role of each database, for a command. */
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
