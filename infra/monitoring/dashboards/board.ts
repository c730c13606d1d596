import { RELEASE, RELEASE_LABELS } from '../releases.ts';

/** A line, or several lines, of a panel. */
export interface Query {
  expression: string;
  /** In Grafana’s form: `{{consumer}}` is the value of that label. */
  legend: string;
}

/** A graph of a dashboard. */
export interface Panel {
  title: string;
  /** Grafana’s name of a unit, such as `s`, `reqps` or `percentunit`. */
  unit: string;
  queries: readonly Query[];
  /** How to judge the panel, where the title does not say. */
  about?: string;
}

/** A dashboard, before it has Grafana’s form. */
export interface Board {
  /** Its file, and its address in Grafana. */
  name: string;
  title: string;
  rows: readonly { title: string; panels: readonly Panel[] }[];
}

/** The labels that the reader has chosen. */
export const CHOSEN = 'namespace=~"$namespace",release=~"$release",environment=~"$environment"';

/** The release of a line, and more labels. */
export function legendOf(...labels: string[]): string {
  return [...RELEASE_LABELS, ...labels].map((label) => `{{${label}}}`).join(' ');
}

/** Quantiles of a histogram, by its labels. */
export function quantiles(histogram: string, labels = '', by = ''): Query[] {
  const chosen = labels === '' ? CHOSEN : `${CHOSEN},${labels}`;
  const buckets = `sum by (le${by === '' ? '' : `, ${by}`}) (rate(${histogram}_bucket{${chosen}}[$__rate_interval]))`;
  return ['0.5', '0.99'].map((quantile) => ({
    expression: `histogram_quantile(${quantile}, ${buckets})`,
    legend: `${by === '' ? '' : `{{${by}}} `}p${Number(quantile) * 100}`,
  }));
}

/** The rate of a counter, added up over all processes. */
export function rateOf(counter: string, by: string, labels = ''): Query {
  const chosen = labels === '' ? CHOSEN : `${CHOSEN},${labels}`;
  return {
    expression: `sum by (${by}) (rate(${counter}{${chosen}}[$__rate_interval]))`,
    legend: by
      .split(', ')
      .map((label) => `{{${label}}}`)
      .join(' '),
  };
}

/** The greatest value of a gauge: one that a leader alone has, or that replicas read from the same rows. */
export function greatest(gauge: string, ...by: string[]): Query {
  return {
    expression: `max by (${[RELEASE, ...by].join(', ')}) (${gauge}{${CHOSEN}})`,
    legend: legendOf(...by),
  };
}
