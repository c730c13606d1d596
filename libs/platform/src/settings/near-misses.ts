import { ENVIRONMENTS } from '@service/contracts';
import type { Logger } from '../logging/create-logger.js';
import { settingNames } from './setting-names.js';

/** Variables that Kubernetes, OpenTelemetry and others set by themselves. */
const FOREIGN = /^(?:OTEL|KUBERNETES|POSTGRES|npm)_|_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP)/;
/** Shortest name in which one letter may differ; in shorter names, it would make another word. */
const SHORTEST = 5;
/** Shortest name in which two letters may differ. */
const LONG = 16;

/** Logs each variable that looks like a setting but is ignored. A child process leaves this to its parent. */
export function warnOfNearMisses(variables: NodeJS.ProcessEnv, logger: Logger): void {
  if (process.send !== undefined) return;
  for (const sentence of nearMisses(Object.keys(variables))) logger.warn(sentence);
}

/** One sentence for each name that is nearly that of a setting. */
export function nearMisses(names: readonly string[]): string[] {
  const known = allNames();
  return names.flatMap((name) => {
    if (known.has(name) || FOREIGN.test(name)) return [];
    const meant = [...known].filter((setting) => isNear(name.toUpperCase(), setting));
    return meant.length === 0
      ? []
      : [`${name} is not a setting and is ignored; ${meant.slice(0, 3).join(' or ')} is one.`];
  });
}

function allNames(): Set<string> {
  const ends = ['', ...ENVIRONMENTS.map((environment) => `_${environment.toUpperCase()}`)];
  return new Set([...settingNames()].flatMap((name) => ends.map((end) => `${name}${end}`)));
}

function isNear(name: string, setting: string): boolean {
  const most = setting.length < SHORTEST ? 0 : setting.length < LONG ? 1 : 2;
  return differsBy(name, setting) <= most || haveNearlyTheSameWords(name.split('_'), setting.split('_'));
}

/** Whether one name has a single word more, and at least three words, or one of its words abbreviates the other's. */
function haveNearlyTheSameWords(a: readonly string[], b: readonly string[]): boolean {
  const [less, more] = a.length < b.length ? [a, b] : [b, a];
  if (less.length < 2) return false;
  const at = more.findIndex((word, index) => word !== less[index]);
  const isRestEqual = (skipped: number) => more.slice(at + 1).join() === less.slice(at + skipped).join();
  if (more.length === less.length + 1) return isRestEqual(0);
  const [one = '', other = ''] = [more[at], less[at]];
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return more.length === less.length && isRestEqual(1) && short.length > 2 && long.startsWith(short);
}

/** Number of letters to add, remove, replace or swap with the next one; Infinity if the lengths differ by more than two. */
function differsBy(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const changed = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, replaced);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(isExchanged ? Math.min(changed, (before[j - 2] as number) + 1) : changed);
    }
    [before, last] = [last, row];
  }
  return last[b.length] as number;
}
