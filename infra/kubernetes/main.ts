import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@service/platform/errors';
import { ClaimFailed } from '../report.ts';
import { buildTool } from '../tools/tools.ts';
import { ClusterTest } from './cluster-test.ts';

// Installs the chart on a real control plane, and checks it against docs/kubernetes.md. Logs are kept on failure.
const root = await mkdtemp(join(tmpdir(), 'kubernetes-'));
const test = new ClusterTest(root);
let stopping: Promise<void> | undefined;
const stop = () => (stopping ??= test.stop());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endBadly());
// A kubelet that fails must not leave its pods and servers behind.
process.once('unhandledRejection', (failure) => {
  console.error(failure);
  void endBadly();
});
try {
  for (const name of ['container', 'helm', 'kube'] as const) await buildTool(name);
  await test.run();
  await stop();
  await rm(root, { recursive: true });
} catch (error) {
  await stop();
  if (!(error instanceof ClaimFailed) && !(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\nThe logs are in ${root}.\n`);
  process.exitCode = 1;
}

async function endBadly(): Promise<void> {
  await stop();
  process.exit(1);
}
