import { readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The migrations of an app. */
export interface AppMigrations {
  /** Created if missing; holds the table `migrations`. */
  readonly schema: string;
  /** Directory of the files, with a slash at its end. */
  readonly directory: URL;
  /**
   * Files of SQL, which never change once they are released: `<milliseconds>-<name>.sql`, which run in this order. The
   * first line of each states its phase, `-- phase: expand` where processes of the release before go on working beside
   * it, `-- phase: contract` where they do not.
   */
  readonly files: readonly (string | SharedMigration)[];
}

/** A file of SQL that several schemas or tables share, under its name here and with its placeholders filled in. */
export interface SharedMigration {
  readonly file: string;
  readonly text: () => string;
}

/** Milliseconds that a statement waits for a lock; statements queued behind it wait as long. */
const LOCK_TIMEOUT = 2_000;

const PHASE = /^-- phase: (?:expand|contract)\n/;

/** The migration of a file as TypeORM takes it. */
export function typeormMigration(
  directory: URL,
  migration: string | SharedMigration,
): new () => MigrationInterface {
  const file = typeof migration === 'string' ? migration : migration.file;
  return class implements MigrationInterface {
    readonly name = typeormName(file);

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`);
      const text =
        typeof migration === 'string' ? await readFile(new URL(file, directory), 'utf8') : migration.text();
      if (!PHASE.test(text)) throw new TypeError(`${file} does not state its phase.`);
      await runner.query(text);
    }

    down(): Promise<void> {
      return Promise.reject(new TypeError('Migrations go forward only.'));
    }
  };
}

/** Names of an app's migrations in TypeORM's form. */
export function migrationNames({ files }: AppMigrations): string[] {
  return files.map((each) => typeormName(typeof each === 'string' ? each : each.file));
}

/** TypeORM orders migrations by the 13 digits at the end of their names. */
function typeormName(file: string): string {
  const [, milliseconds = '', name = ''] = /^(\d{13})-([a-z0-9-]+)\.sql$/.exec(file) ?? [];
  if (name === '') throw new TypeError(`${file} is not a name for a migration.`);
  return `${name}${milliseconds}`;
}
