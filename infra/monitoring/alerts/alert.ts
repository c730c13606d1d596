/** `page` wakes somebody; `ticket` waits for the next working day. */
type Severity = 'page' | 'ticket';

/** Series as `promtool test rules` writes them, with a sample each minute, such as `0+10x60`. */
export interface Situation {
  /** Samples by the series that has them. */
  series: Readonly<Record<string, string>>;
  /** When the alert is evaluated; by default after 20 minutes. */
  at?: string;
}

/** An alert with what it must do; `docs/runbooks/<runbook>.md` says what to do then. */
export interface Alert {
  name: string;
  severity: Severity;
  /** One sentence without variables: the labels say where. */
  summary: string;
  runbook: string;
  expression: string;
  /** For how long it must hold. */
  for?: string;
  /** It fires in each of these, once, with these labels. */
  fires: readonly (Situation & { labels: Readonly<Record<string, string>> })[];
  /** It fires in none of these. */
  quiet: readonly Situation[];
}
