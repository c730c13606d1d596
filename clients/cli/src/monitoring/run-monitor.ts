import { setTimeout as pause } from 'node:timers/promises';
import type { AlarmKind, Finding } from './finding.js';
import type { Monitor } from './monitor.js';

export interface RunOptions {
  once: boolean;
  /** Seconds from one check to the next. */
  interval: number;
  /** Seconds after which a transient problem is reported. */
  patience: number;
  /** Gets each finding once. */
  tell(finding: Finding): void;
  stop: AbortSignal;
}

/** Alarms about transient problems. */
const PASSING: readonly AlarmKind[] = ['log.unreachable', 'log.witnesses', 'log.silent'];
const RETRY = 1_000;

/**
 * Checks a log repeatedly, or once, with retries only while all its alarms are transient.
 * @returns whether the last complete check raised an alarm; null where `stop` came before one was complete.
 */
export async function runMonitor(monitor: Monitor, options: RunOptions): Promise<boolean | null> {
  const { once, interval, patience, stop } = options;
  const told = new Set<string>();
  let passingSince: number | null = null;
  let isWrong: boolean | null = null;
  for (;;) {
    const findings = await lookUnless(stop, monitor);
    if (findings === null) return isWrong;
    isWrong = findings.some(({ level }) => level === 'alarm');
    const passing = findings.filter(isPassing);
    passingSince = passing.length === 0 ? null : (passingSince ?? performance.now());
    const isPatient = passingSince !== null && performance.now() - passingSince < patience * 1_000;
    tellOnce(
      findings.filter((finding) => !isPatient || !isPassing(finding)),
      told,
      options,
    );
    if (once && !isPatient) return isWrong;
    try {
      await pause(once ? RETRY : interval * 1_000, undefined, { signal: stop });
    } catch {
      return isWrong;
    }
  }
}

/** Null where `stop` interrupted the look. */
async function lookUnless(stop: AbortSignal, monitor: Monitor): Promise<Finding[] | null> {
  try {
    return await monitor.look();
  } catch (error) {
    if (stop.aborted) return null;
    throw error;
  }
}

/** Reports each finding once; a finding that disappears and returns is reported again. */
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
