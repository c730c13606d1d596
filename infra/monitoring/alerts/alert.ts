/** `page` wakes somebody; `ticket` waits for the next working day. */
type Severity = 'page' | 'ticket';

/** Series in the notation of `promtool test rules`, with a sample each minute, such as `0+10x60`. */
export interface Situation {
  /** Samples by the series that has them. */
  series: Readonly<Record<string, string>>;
  /** When the alert is evaluated; by default after 20 minutes. */
  at?: string;
}

/** An alert, and the situations that fire it or do not; `docs/runbooks/<runbook>.md` says how to respond. */
export interface Alert {
  name: string;
  severity: Severity;
  /** One sentence without variables, because the labels name the place. */
  summary: string;
  runbook: string;
  expression: string;
  /** For how long the expression must hold. */
  for?: string;
  /** In each of these situations the alert fires once, with the labels given. */
  fires: readonly (Situation & { labels: Readonly<Record<string, string>> })[];
  /** Situations in which the alert does not fire. */
  quiet: readonly Situation[];
}
