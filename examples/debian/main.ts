import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { archiveOf, findIndexFiles, readIndex } from './index-files.ts';

const NO_INDEX = `This machine has no Debian package index.
On Debian or Ubuntu, \`apt-get update\` fetches it. Elsewhere, name one:
  npm run example:debian -- Packages.gz
such as http://deb.debian.org/debian/dists/stable/main/binary-amd64/Packages.gz
`;
const CLIENT = join(import.meta.dirname, '../../clients/cli/dist/rvs.js');
const { DATA_DIR = './data', SERVICE_URL, PORT = '3000' } = process.env;
/** The records, and beside them what becomes of each: a call that is ended goes on there. */
const RECORDS = join(DATA_DIR, 'debian', 'packages.ndjson');

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  return 1;
});

/** Writes the machine's package index as records, and has the client register and verify them. @returns its exit code. */
async function main(named: string[]): Promise<number> {
  const files = named.length > 0 ? named : await findIndexFiles();
  if (files.length === 0) {
    process.stderr.write(NO_INDEX);
    return 1;
  }
  await mkdir(dirname(RECORDS), { recursive: true });
  const records = createWriteStream(RECORDS);
  for (const file of files) {
    process.stdout.write(`${await writeRecords(file, records)} packages in ${file}\n`);
  }
  await finished(records.end());
  const words = ['records', 'import', RECORDS, '--issuer', 'Debian', '--grant', '--verify'];
  const env = { SERVICE_URL: SERVICE_URL ?? `http://127.0.0.1:${PORT}`, SERVICE_TOKEN: adminToken() };
  const client = spawn(process.execPath, [CLIENT, ...words], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code] = (await once(client, 'close')) as [number | null];
  return code ?? 1;
}

/** @returns the number of packages in an index. */
async function writeRecords(file: string, records: NodeJS.WritableStream): Promise<number> {
  const origin = archiveOf(file);
  let count = 0;
  for await (const { name, version, architecture, sha256 } of readIndex(file)) {
    // The archive belongs to the name: the same package, version and architecture stands in several.
    const external_id = `${origin}/${name}_${version}_${architecture}`;
    const line = `${JSON.stringify({ external_id, origin, content_digest: `sha256:${sha256}` })}\n`;
    if (!records.write(line)) await once(records, 'drain');
    count += 1;
  }
  return count;
}

/** The token that the first start of the service wrote down. @throws Error with the path of the file. */
function adminToken(): string {
  const file = join(DATA_DIR, 'bootstrap.json');
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { development: { admin: string } }).development.admin;
  } catch (error) {
    const advice = 'start the service first and set DATA_DIR as it has it';
    throw new Error(`${file} cannot be read; ${advice}.`, { cause: error });
  }
}
