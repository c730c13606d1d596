import { readFileSync } from 'node:fs';

/** Names of the service’s own metrics, by the driver that has them, as docs/metrics.md lists them. */
export function documentedMetrics(): { always: string[]; withKafka: string[] } {
  const [always = '', withKafka = ''] = readFileSync('docs/metrics.md', 'utf8').split('## With Kafka');
  return { always: namesIn(always), withKafka: namesIn(withKafka) };
}

/** Names of the service’s own metrics in an exposition, also of those without samples. */
export function exportedMetrics(exposition: string): string[] {
  return unique(exposition.matchAll(/^# TYPE (rvs_\w+) /gm));
}

function namesIn(page: string): string[] {
  return unique(page.matchAll(/^\| `(rvs_\w+)`/gm));
}

function unique(found: Iterable<RegExpMatchArray>): string[] {
  return [...new Set(Array.from(found, ([, name = '']) => name))].sort();
}
