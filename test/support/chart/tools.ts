import { spawnSync } from 'node:child_process';
import { it } from '@jest/globals';
import { findTool, toolPath, type ToolName } from '../../../infra/tools/tools.ts';

/** The folder of the chart. */
export const CHART = 'infra/helm/record-verification-service';

/** What a tool wrote, and whether it found nothing wrong. */
export interface ToolAnswer {
  ok: boolean;
  output: string;
}

/**
 * Runs a tool of `npm run tools`.
 * @throws StartError where it has not been built.
 */
export function runTool(name: ToolName, args: readonly string[], input = ''): ToolAnswer {
  const { status, stdout, stderr, error } = spawnSync(toolPath(name), [...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

const told = new Set<string>();

/** `it` where the tools have been built; else the test is left out, or with CHART=required it fails. */
export function itWith(...names: ToolName[]): typeof it | typeof it.skip {
  const missing = names.filter((name) => findTool(name) === undefined);
  if (missing.length === 0 || process.env['CHART'] === 'required') return it;
  for (const name of missing.filter((each) => !told.has(each))) {
    told.add(name);
    process.stderr.write(`Tests are left out, for there is no ${name}: npm run tools builds it.\n`);
  }
  return it.skip;
}
