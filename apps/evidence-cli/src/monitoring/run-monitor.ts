import { setTimeout as pause } from 'node:timers/promises';
import type { AlarmKind, Finding } from './finding.js';
import type { Monitor } from './monitor.js';

export interface RunOptions {
  once: boolean;
  /** Seconds from one look to the next. */
  interval: number;
  /** Seconds that what may pass may last before it is told. */
  patience: number;
  /** Is given each finding once. */
  tell(finding: Finding): void;
  stop: AbortSignal;
}

/** What may be over at the next look. */
const PASSING: readonly AlarmKind[] = ['log.unreachable', 'log.witnesses', 'log.silent'];
const RETRY = 1_000;

/**
 * Looks at a log again and again, or once; then again only while nothing is wrong but what may pass.
 * @returns whether anything was wrong at the last look.
 */
export async function runMonitor(monitor: Monitor, options: RunOptions): Promise<boolean> {
  const { once, interval, patience, stop } = options;
  const told = new Set<string>();
  let passingSince: number | null = null;
  for (;;) {
    const findings = await monitor.look();
    const passing = findings.filter(isPassing);
    passingSince = passing.length === 0 ? null : (passingSince ?? performance.now());
    const isPatient = passingSince !== null && performance.now() - passingSince < patience * 1_000;
    tellOnce(
      findings.filter((finding) => !isPatient || !isPassing(finding)),
      told,
      options,
    );
    if (once && !isPatient) return findings.some(({ level }) => level === 'alarm');
    try {
      await pause(once ? RETRY : interval * 1_000, undefined, { signal: stop });
    } catch {
      return findings.some(({ level }) => level === 'alarm');
    }
  }
}

/** What is over, and comes again, is told again. */
function tellOnce(findings: readonly Finding[], told: Set<string>, { tell }: RunOptions): void {
  const keys = new Set(findings.map(keyOf));
  for (const key of told) if (!keys.has(key)) told.delete(key);
  for (const finding of findings) {
    const key = keyOf(finding);
    if (!told.has(key)) tell(finding);
    told.add(key);
  }
}

function keyOf({ kind, text }: Finding): string {
  return `${kind} ${text}`;
}

function isPassing(finding: Finding): boolean {
  return finding.level === 'alarm' && PASSING.includes(finding.kind);
}
