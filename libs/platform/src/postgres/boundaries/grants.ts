import { DATABASE_APPS, type DatabaseApp } from '../database-apps.js';
import { acceptedApps, acceptingSchema, publishedSchema, type AppBoundary } from './app-boundary.js';

/** A right that the owner granted to a role. */
export interface Grant {
  /** Null for PUBLIC. */
  readonly app: DatabaseApp | null;
  readonly privilege: string;
  /** In the words of GRANT, as in `TABLE record_store.events`; `DATABASE` is the database itself. */
  readonly on: string;
}

/** Every right that the apps' roles need. */
export function grantsOf(boundaries: readonly AppBoundary[]): Grant[] {
  const connect = DATABASE_APPS.map((app) => ({ app, privilege: 'CONNECT', on: 'DATABASE' }));
  return [
    ...connect,
    ...boundaries.flatMap((boundary) => [
      ...ownGrants(boundary),
      ...publishedGrants(boundary),
      ...acceptedGrants(boundary),
    ]),
  ];
}

function ownGrants({ app, tables, sequences = [], functions = [], makesSchemas }: AppBoundary): Grant[] {
  const grant = (privilege: string, on: string): Grant => ({ app, privilege, on });
  return [
    ...(makesSchemas === true ? [grant('CREATE', 'DATABASE')] : []),
    grant('USAGE', `SCHEMA ${app}`),
    ...Object.entries(tables).flatMap(([table, privileges]) =>
      privileges.map((privilege) => grant(privilege, `TABLE ${app}.${table}`)),
    ),
    ...sequences.map((sequence) => grant('USAGE', `SEQUENCE ${app}.${sequence}`)),
    ...functions.map((signature) => grant('EXECUTE', `ROUTINE ${app}.${signature}`)),
  ];
}

function publishedGrants({ app: owner, published = {} }: AppBoundary): Grant[] {
  const schema = publishedSchema(owner);
  const readers = new Set(Object.values(published).flat());
  return [
    ...[...readers].map((app) => ({ app, privilege: 'USAGE', on: `SCHEMA ${schema}` })),
    ...Object.entries(published).flatMap(([table, apps]) =>
      apps.map((app) => ({ app, privilege: 'SELECT', on: `TABLE ${schema}.${table}` })),
    ),
  ];
}

function acceptedGrants(boundary: AppBoundary): Grant[] {
  const { app: owner, accepted = {} } = boundary;
  return [
    ...[...acceptedApps(boundary)].map((app) => ({
      app,
      privilege: 'USAGE',
      on: `SCHEMA ${acceptingSchema(owner, app)}`,
    })),
    ...Object.entries(accepted).flatMap(([table, { from, columns }]) => {
      const privileges = columns?.map((column) => `INSERT (${column})`) ?? ['INSERT'];
      return from.flatMap((app) =>
        privileges.map((privilege) => ({
          app,
          privilege,
          on: `TABLE ${acceptingSchema(owner, app)}.${table}`,
        })),
      );
    }),
  ];
}
