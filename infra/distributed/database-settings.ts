import type { DatabaseApp, EnvironmentDatabase } from '@service/platform/databases';
import type { App } from './apps.ts';

/** Settings with an app's role in the database, and no other role. */
export function urlOf(app: App, database: EnvironmentDatabase): NodeJS.ProcessEnv {
  return { DATABASE_URL: database.urlOf(app.replace('-', '_') as DatabaseApp) } as NodeJS.ProcessEnv;
}

/** Settings with every role of the database, for a command. */
export function allUrls({ ownerUrl, appUrls }: EnvironmentDatabase): NodeJS.ProcessEnv {
  const urls = Object.entries(appUrls).map(([app, url]) => [`DATABASE_URL_${app.toUpperCase()}`, url]);
  return { ...Object.fromEntries(urls), DATABASE_OWNER_URL: ownerUrl } as NodeJS.ProcessEnv;
}
