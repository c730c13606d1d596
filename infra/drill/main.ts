import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Drill, type Target } from './drill.ts';
import { ClaimFailed } from '../report.ts';

// Backs up a running service, destroys its database, restores it, and shows what docs/backup.md says of it.
const { values } = parseArgs({ options: { to: { type: 'string', default: 'point' } } });
const root = await mkdtemp(join(tmpdir(), 'drill-'));
const drill = new Drill(root, targetOf(values.to));
const clear = () => drill.stop().then(() => rm(root, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void clear().then(() => process.exit(1)));
try {
  await drill.run();
} catch (error) {
  if (!(error instanceof ClaimFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await clear();
}

function targetOf(text: string): Target {
  if (text === 'point' || text === 'end') return text;
  process.stderr.write('--to is point (a moment before the last changes) or end (of the archived WAL).\n');
  process.exit(1);
}
