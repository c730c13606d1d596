import { readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { StartError } from '../../start-error.js';

/** The migrations of an app. */
export interface AppMigrations {
  /** Created if missing; holds the table `migrations`. */
  readonly schema: string;
  /** Of the files, with a slash at its end. */
  readonly directory: URL;
  readonly files: readonly MigrationFile[];
}

/**
 * A file of SQL, which never changes once it is released. Its first line states its phase, `-- phase: expand` where
 * processes of the release before go on working beside it, `-- phase: contract` where they do not.
 */
export interface MigrationFile {
  /** `<milliseconds>-<name>.sql`; files run in this order. */
  readonly file: string;
  /** What runs in its place where a release before wrote the database. */
  readonly upgrade?: Upgrade;
}

interface Upgrade {
  readonly file: string;
  /** Names in the table `migrations` by which the release is known. */
  readonly from: readonly string[];
}

/** Milliseconds that a statement waits for a lock; statements queued behind it wait as long. */
const LOCK_TIMEOUT = 2_000;

const PHASE = /^-- phase: (?:expand|contract)\n/;

/** The migration as TypeORM takes it. */
export function typeormMigration(
  { schema, directory }: AppMigrations,
  { file, upgrade }: MigrationFile,
): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = typeormName(file);

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`);
      const isUpgrade = upgrade !== undefined && (await wasWrittenBefore(runner, schema, upgrade));
      const text = await readFile(new URL(isUpgrade ? upgrade.file : file, directory), 'utf8');
      if (!PHASE.test(text)) throw new TypeError(`${file} does not state its phase.`);
      await runner.query(text);
    }

    down(): Promise<void> {
      return Promise.reject(new TypeError('Migrations go forward only.'));
    }
  };
}

/** TypeORM orders migrations by the 13 digits at the end of their names. */
function typeormName(file: string): string {
  const [, milliseconds = '', name = ''] = /^(\d{13})-([a-z0-9-]+)\.sql$/.exec(file) ?? [];
  if (name === '') throw new TypeError(`${file} is not a name for a migration.`);
  return `${name}${milliseconds}`;
}

async function wasWrittenBefore(runner: QueryRunner, schema: string, { from }: Upgrade): Promise<boolean> {
  const ran = (await runner.query(`SELECT name FROM ${schema}.migrations`)) as { name: string }[];
  if (ran.length === 0) return false;
  const names = new Set(ran.map(({ name }) => name));
  if (names.size === from.length && from.every((name) => names.has(name))) return true;
  throw new StartError(
    `The database was written by a version of this service that was not released: its schema ${schema} had the migrations ${[...names].join(', ')}.`,
  );
}
