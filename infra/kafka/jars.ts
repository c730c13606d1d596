import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '@service/platform/errors';
import { requireListedJars } from './listed-jars.ts';

const run = promisify(execFile);

const POM = join(import.meta.dirname, 'pom.xml');
/** SHA-256 of every jar, in the form of sha256sum. */
const SUMS = join(import.meta.dirname, 'SHA256SUMS');
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/kafka');

/**
 * Answers Java's class path of Kafka; the first time, Maven fetches the jars in pom.xml, which must be those of
 * SHA256SUMS. Concurrent calls are safe.
 * @throws StartError where Maven is missing or fails, or where it fetched anything else.
 */
export async function resolveClassPath(): Promise<string> {
  const directory = await jarDirectory();
  if (!(await exists(directory))) await fetchJars(directory);
  return join(directory, '*');
}

/** Whether the jars are here, or Maven can fetch them. */
export async function canResolveJars(): Promise<boolean> {
  if (await exists(await jarDirectory())) return true;
  return run('mvn', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Each version of pom.xml and of the digests has its own directory, whose jars were compared with them. */
async function jarDirectory(): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(POM))
    .update(await readFile(SUMS));
  return join(CACHE, hash.digest('hex').slice(0, 16));
}

async function fetchJars(directory: string): Promise<void> {
  const draft = `${directory}.${randomUUID()}.tmp`;
  await mkdir(dirname(draft), { recursive: true });
  try {
    await fetchListedJars(import.meta.dirname, draft);
    // Atomic: the loser of a race finds the winner's directory not empty.
    await rename(draft, directory).catch(async (error: unknown) => {
      if (!(await exists(directory))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Has Maven fetch the jars of a folder's pom.xml, which must be those of its SHA256SUMS, into a directory.
 * @throws StartError where Maven is missing or fails, or where it fetched anything else.
 */
export async function fetchListedJars(folder: string, directory: string): Promise<void> {
  const pom = join(folder, 'pom.xml');
  try {
    const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${directory}`];
    await run('mvn', ['-q', '-B', '-f', pom, ...goal]);
  } catch (error) {
    throw new StartError(reasonOf(error as MavenFailure, pom), { cause: error });
  }
  await requireListedJars(directory, await readFile(join(folder, 'SHA256SUMS'), 'utf8'));
}

type MavenFailure = Error & { code?: string | number; stdout?: string };

function reasonOf({ code, message, stdout }: MavenFailure, pom: string): string {
  if (code === 'ENOENT') {
    return 'Maven is needed, but there is no mvn; install it (as with apt-get install maven). For Kafka, KAFKA_BROKERS may name one that runs elsewhere.';
  }
  const said = /^\[ERROR\] (.*)$/m.exec(stdout ?? '')?.[1] ?? message;
  return `Maven could not fetch the jars of ${pom}: ${said}`;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
