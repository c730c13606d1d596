import type { Settings } from '../settings/load-settings.js';
import type { MakingSettings } from '../settings/make-missing.js';
import { settingTable } from '../settings/setting-table.js';
import { variableOf } from '../settings/variable-of.js';
import { StartError } from '../start-error.js';
import { DATABASE_APPS, type DatabaseApp } from './database-apps.js';
import type { AppUrls } from './roles/prepare-roles.js';

/** Database name if the URL has none. */
const POSTGRES_PORT = 5_432;

export type DatabaseSettings = Pick<
  Settings,
  'environment' | 'dataDirectory' | 'databaseOwnerUrl' | 'databaseAppUrls' | 'databaseUrl'
> &
  MakingSettings;

/** An environment's database and the roles that this process may log in with. */
export class EnvironmentDatabase {
  constructor(
    readonly owner: string | undefined,
    private readonly apps: Partial<AppUrls>,
  ) {}

  /** URL with the role that owns the database.
   *  @throws StartError where the settings do not give it. */
  get ownerUrl(): string {
    return this.owner ?? missing('DATABASE_OWNER_URL');
  }

  /** URL with an app's role.
   *  @throws StartError where the settings do not give it. */
  urlOf(app: DatabaseApp): string {
    return this.apps[app] ?? missing(appUrlVariable(app));
  }

  /** The URLs of all apps.
   *  @throws StartError where the settings do not give one. */
  get appUrls(): AppUrls {
    return Object.fromEntries(DATABASE_APPS.map((app) => [app, this.urlOf(app)])) as AppUrls;
  }

  /** All URLs that are set. */
  get urls(): string[] {
    return [this.owner ?? [], Object.values(this.apps)].flat();
  }

  /** The ports of its servers. */
  get ports(): number[] {
    return [...new Set(this.urls.map((url) => Number(new URL(url).port) || POSTGRES_PORT))];
  }
}

function missing(variable: string): never {
  throw new StartError(`${variable} must give the database with a role for this.`);
}

/** The variable of the database with an app's role. */
export function appUrlVariable(app: DatabaseApp): string {
  return variableOf(settingTable.databaseAppUrls.variable, app);
}

/** A database that the settings give. */
export interface GivenDatabase {
  readonly database: EnvironmentDatabase;
  /** Every URL with the variable that gives it, the owner's first. */
  readonly urls: readonly { variable: string; url: string }[];
}

/** The database that the settings give; undefined where it is embedded. */
export function givenDatabase(settings: DatabaseSettings): GivenDatabase | undefined {
  const { databaseOwnerUrl: owner, databaseUrl: single, databaseAppUrls: named } = settings;
  const urls = [
    { variable: 'DATABASE_OWNER_URL', url: owner },
    { variable: 'DATABASE_URL', url: single },
    ...DATABASE_APPS.map((app) => ({ variable: appUrlVariable(app), url: named[app] })),
  ].flatMap(({ variable, url }) => (url === undefined ? [] : [{ variable, url }]));
  if (urls.length === 0) return undefined;
  const apps = DATABASE_APPS.flatMap((app) => {
    const url = named[app] ?? single;
    return url === undefined ? [] : [[app, url]];
  });
  return { database: new EnvironmentDatabase(owner, Object.fromEntries(apps)), urls };
}

/** The URL that the settings give one app, with its variable. */
export function givenUrl(
  settings: DatabaseSettings,
  app: DatabaseApp,
): { variable: string; url: string } | undefined {
  const own = settings.databaseAppUrls[app];
  if (own !== undefined) return { variable: appUrlVariable(app), url: own };
  const url = settings.databaseUrl;
  return url === undefined ? undefined : { variable: 'DATABASE_URL', url };
}
