import type { Exemplar, Family, Sample } from './family.js';

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Metrics as a scraper reads them. */
export interface Exposition {
  contentType: string;
  text: string;
}

/**
 * Renders metrics in the format that a scraper accepts: OpenMetrics 1.0, which has exemplars, or the text format of
 * Prometheus.
 * @param accept the header of that name.
 */
export function renderMetrics(families: readonly Family[], accept = ''): Exposition {
  const isOpen = accept.includes('application/openmetrics-text');
  const lines: string[] = [];
  for (const { name, help, type, samples } of families) {
    // In OpenMetrics the family of a counter is named without the suffix of its samples.
    const family = isOpen && type === 'counter' ? name.replace(/_total$/, '') : name;
    const kind = isOpen && type === 'untyped' ? 'unknown' : type;
    lines.push(`# HELP ${family} ${escaped(help, isOpen)}`, `# TYPE ${family} ${kind}`);
    for (const sample of samples) lines.push(lineOf(sample, isOpen, family, type));
  }
  if (isOpen) lines.push('# EOF');
  return { contentType: isOpen ? OPEN_METRICS : TEXT, text: `${lines.join('\n')}\n` };
}

function lineOf(
  { name, labels, value, exemplar }: Sample,
  isOpen: boolean,
  family: string,
  type: string,
): string {
  const sampleName = isOpen && type === 'counter' ? `${family}_total` : name;
  const line = `${sampleName}${labelSet(labels)} ${numberText(value)}`;
  return isOpen && exemplar !== undefined ? `${line}${exemplarText(exemplar)}` : line;
}

function labelSet(labels: Sample['labels']): string {
  const all = Object.entries(labels).map(([label, value]) => `${label}="${escaped(String(value), true)}"`);
  return all.length === 0 ? '' : `{${all.join()}}`;
}

function exemplarText({ traceId, value, at }: Exemplar): string {
  return ` # {trace_id="${traceId}"} ${numberText(value)} ${at / 1_000}`;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return String(value);
}

function escaped(text: string, withQuotes: boolean): string {
  const escapedText = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return withQuotes ? escapedText.replaceAll('"', '\\"') : escapedText;
}
