import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@service/platform/errors';
import { ALERTS } from './alerts/index.ts';
import { BOARDS, expressionsOf } from './dashboards/index.ts';
import { PromtoolError, promtool } from './promtool.ts';
import { runbookQueries } from './runbook-queries.ts';
import { ruleTests } from './rule-tests.ts';
import { ofOneRelease } from './releases.ts';
import { ruleGroups, toYaml, type RuleGroup } from './rules.ts';

// Has promtool parse every expression, fire every alert, and run its runbook's query while it fires.
const directory = await mkdtemp(join(tmpdir(), 'monitoring-'));
try {
  const groups = ruleGroups();
  const queries = runbookQueries();
  const expressions = [...BOARDS.flatMap(expressionsOf), ...queries.values()].map((expr, index) => ({
    record: `expression:${index}`,
    // A variable that Grafana replaces with a window.
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }));
  await promtool('check', 'rules', await write('rules.yml', toYaml(groups)));
  await promtool('check', 'rules', await write('release.yml', toYaml(ruleGroups(ofOneRelease))));
  await promtool(
    'check',
    'rules',
    await write('expressions.yml', toYaml([{ name: 'expressions', rules: expressions }])),
  );
  await promtool(
    'test',
    'rules',
    ...(await Promise.all(Object.keys(ALERTS).map((name) => testFile(name, groups, queries)))),
  );
  const alerts = Object.values(ALERTS).flat();
  process.stdout.write(
    `${alerts.length} alerts fire when they must, to a runbook whose query shows it, and stay quiet otherwise; ${expressions.length} expressions of dashboards and runbooks are PromQL.\n`,
  );
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof PromtoolError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** The tests of a group, with the rules that they need: promtool evaluates all rules of a file at every step. */
async function testFile(
  name: string,
  groups: readonly RuleGroup[],
  queries: ReadonlyMap<string, string>,
): Promise<string> {
  const needed = name === 'budgets' ? ['objectives', name] : [name];
  const rules = await write(`${name}.yml`, toYaml(groups.filter((group) => needed.includes(group.name))));
  return write(`${name}.test.yml`, JSON.stringify(ruleTests(ALERTS[name] ?? [], rules, queries)));
}

async function write(name: string, text: string): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, text);
  return path;
}
