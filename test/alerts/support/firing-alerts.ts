import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALERTS } from '../../../infra/monitoring/alerts/index.ts';
import { PromtoolError, promtool } from '../../../infra/monitoring/promtool.ts';
import { ruleGroups, toYaml } from '../../../infra/monitoring/rules.ts';

/** Minutes of the service as it was before, and then as it is now. */
const BEFORE = 10;
const SINCE = 30;

/** A sample: a name, perhaps labels, and a value. */
const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const COUNTER = /_(?:total|count|bucket|sum)$/;
/** Its value is a time; for promtool, time begins at 0. */
const TIME = /_timestamp_seconds$/;

/** The text of `/metrics` of each process, by a name for it; without a process that cannot be reached. */
export type Scrapes = ReadonlyMap<string, string>;

/**
 * The alerts that fire where a service was for a while as it was scraped before, and then stays as it is scraped now: its
 * gauges as they are, its counters growing from minute to minute as they did in between. Prometheus’ own engine decides.
 */
export async function firingAlerts(before: Scrapes, now: Scrapes): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'alerts-'));
  try {
    const rules = join(directory, 'rules.yml');
    await writeFile(rules, toYaml(ruleGroups()));
    const test = join(directory, 'test.yml');
    await writeFile(test, JSON.stringify(fileOf(rules, before, now)));
    await promtool('test', 'rules', test);
    return [];
  } catch (error) {
    if (!(error instanceof PromtoolError)) throw error;
    // It was told that none fires, and names those that do.
    const firing = Array.from(error.message.matchAll(/alertname=\\?"(\w+)/g), ([, name = '']) => name);
    if (firing.length === 0) throw error;
    return [...new Set(firing)].sort();
  } finally {
    await rm(directory, { recursive: true });
  }
}

function fileOf(rules: string, before: Scrapes, now: Scrapes): object {
  const names = Object.values(ALERTS).flatMap((alerts) => alerts.map(({ name }) => name));
  return {
    rule_files: [rules],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: seriesOf(samplesOf(before), samplesOf(now)),
        promql_expr_test: names.map((name) => ({
          expr: `(count(ALERTS{alertname="${name}",alertstate="firing"}) > bool 0) or vector(0)`,
          eval_time: `${BEFORE + SINCE}m`,
          exp_samples: [{ labels: '{}', value: 0 }],
        })),
      },
    ],
  };
}

/** Values of the service’s own metrics, by the series as Prometheus has it. */
function samplesOf(scrapes: Scrapes): Map<string, number> {
  const samples = new Map<string, number>();
  const seconds = Date.now() / 1_000;
  for (const [instance, exposition] of scrapes) {
    for (const line of exposition.split('\n')) {
      const [, name = '', labels, value] = SAMPLE.exec(line) ?? [];
      if (!name.startsWith('rvs_')) continue;
      const series = `${name}{instance="${instance}"${labels === undefined ? '' : `,${labels}`}}`;
      samples.set(series, Number(value) - (TIME.test(name) ? seconds : 0));
    }
  }
  return samples;
}

function seriesOf(before: Map<string, number>, now: Map<string, number>): object[] {
  return [...new Set([...before.keys(), ...now.keys()])].map((series) => {
    const [was, is] = [before.get(series), now.get(series)];
    const grows = COUNTER.test(series.split('{')[0] ?? '');
    const first = was ?? (grows ? 0 : undefined);
    const growth = grows && is !== undefined ? Math.max(0, is - (first ?? 0)) : 0;
    const values = [
      first === undefined ? `_x${BEFORE}` : `${first}x${BEFORE}`,
      is === undefined ? 'stale' : `${is}+${growth}x${SINCE}`,
    ];
    return { series, values: values.join(' ') };
  });
}
