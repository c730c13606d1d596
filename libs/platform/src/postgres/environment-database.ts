import type { Environment } from '@service/contracts';
import type { Settings } from '../settings/load-settings.js';
import type { MakingSettings } from '../settings/make-missing.js';
import { variableOf } from '../settings/variable-of.js';
import { StartError } from '../start-error.js';
import { DATABASE_APPS, type DatabaseApp } from './database-apps.js';
import type { AppUrls } from './roles/prepare-roles.js';

export type DatabaseSettings = Pick<
  Settings,
  'environments' | 'dataDirectory' | 'databaseOwnerUrls' | 'databaseAppUrls' | 'databaseUrls'
> &
  MakingSettings;

/** An environment's database and the roles that this process may log in with. */
export class EnvironmentDatabase {
  constructor(
    readonly environment: Environment,
    readonly owner: string | undefined,
    private readonly apps: Partial<AppUrls>,
  ) {}

  /** URL with the role that owns the database.
   *  @throws StartError where the settings do not give it. */
  get ownerUrl(): string {
    return this.owner ?? this.missing(variableOf('DATABASE_OWNER_URL', this.environment));
  }

  /** URL with an app's role.
   *  @throws StartError where the settings do not give it. */
  urlOf(app: DatabaseApp): string {
    return this.apps[app] ?? this.missing(variableOf('DATABASE_URL', this.environment, app));
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

  private missing(variable: string): never {
    throw new StartError(`${variable} must give the database of ${this.environment} with a role for this.`);
  }
}

/** A database that the settings give. */
export interface GivenDatabase {
  readonly database: EnvironmentDatabase;
  /** Every URL with the variable that gives it, the owner's first. */
  readonly urls: readonly { variable: string; url: string }[];
}

/** The database that the settings give for an environment; undefined where it is embedded. */
export function givenDatabase(
  settings: DatabaseSettings,
  environment: Environment,
): GivenDatabase | undefined {
  const owner = settings.databaseOwnerUrls[environment];
  const single = settings.databaseUrls[environment];
  const named = settings.databaseAppUrls[environment] ?? {};
  const urls = [
    { variable: variableOf('DATABASE_OWNER_URL', environment), url: owner },
    { variable: variableOf('DATABASE_URL', environment), url: single },
    ...DATABASE_APPS.map((app) => ({
      variable: variableOf('DATABASE_URL', environment, app),
      url: named[app],
    })),
  ].flatMap(({ variable, url }) => (url === undefined ? [] : [{ variable, url }]));
  if (urls.length === 0) return undefined;
  const apps = DATABASE_APPS.flatMap((app) => {
    const url = named[app] ?? single;
    return url === undefined ? [] : [[app, url]];
  });
  return { database: new EnvironmentDatabase(environment, owner, Object.fromEntries(apps)), urls };
}

/** The URL that the settings give one app in an environment, with its variable. */
export function givenUrl(
  settings: DatabaseSettings,
  environment: Environment,
  app: DatabaseApp,
): { variable: string; url: string } | undefined {
  const own = settings.databaseAppUrls[environment]?.[app];
  if (own !== undefined) return { variable: variableOf('DATABASE_URL', environment, app), url: own };
  const url = settings.databaseUrls[environment];
  return url === undefined ? undefined : { variable: variableOf('DATABASE_URL', environment), url };
}
