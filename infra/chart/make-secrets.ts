import { randomBytes } from 'node:crypto';
import { KeyRing } from '@service/evidence';
import { makeSecretLine } from '@service/platform/secret-lines';
import { APPS, OWNERS } from '../distributed/apps.ts';

/** A Secret of Kubernetes with texts. */
export interface Secret {
  readonly apiVersion: 'v1';
  readonly kind: 'Secret';
  readonly metadata: { readonly name: string };
  readonly type: string;
  readonly stringData: Readonly<Record<string, string>>;
}

/** Where the chart mounts ca.crt of `database.caSecret`. */
const DATABASE_CA = '/etc/service/database-ca/ca.crt';

/**
 * Makes the Secrets of a new environment: its keys, and the URLs of its database with a password for each role.
 * @param release first part of their names, and the name of the database.
 * @param host of the PostgreSQL server, as the pods reach it.
 */
export function makeSecrets(release: string, host: string): Secret[] {
  return [
    keys(release, 'peppers', [withKey('pepper')]),
    keys(release, 'sealing-keys', [withKey('sealing-keys')]),
    keys(release, 'signing-keys', [
      ['signing-keys.json', KeyRing.generate(new Date().toISOString()).toFileText()],
    ]),
    keys(release, 'command-keys', OWNERS.map((owner) => `command-keys-${owner}`).map(withKey)),
    keys(release, 'event-keys', OWNERS.map((owner) => `event-keys-${owner}`).map(withKey)),
    ...['owner', ...APPS].map((role) => databaseRole(release, role, host)),
  ];
}

function keys(release: string, name: string, files: readonly (readonly [string, string])[]): Secret {
  return secret(`${release}-${name}`, 'Opaque', Object.fromEntries(files));
}

function withKey(file: string): [string, string] {
  return [file, `${makeSecretLine()}\n`];
}

/** Of the type that CloudNativePG takes for the owner; the other roles are made by the migration. */
function databaseRole(release: string, role: string, host: string): Secret {
  const database = release.replaceAll('-', '_');
  const username = `${database}_${role.replaceAll('-', '_')}`;
  const password = randomBytes(24).toString('base64url');
  const uri = `postgres://${username}:${password}@${host}/${database}?sslmode=verify-full&sslrootcert=${DATABASE_CA}`;
  return secret(`${release}-database-${role}`, 'kubernetes.io/basic-auth', { username, password, uri });
}

/** A Secret, which has no namespace. */
export function secret(name: string, type: string, stringData: Record<string, string>): Secret {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, type, stringData };
}
