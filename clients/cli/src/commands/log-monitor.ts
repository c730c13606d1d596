import { join, resolve } from 'node:path';
import { CLOCK_SLACK_SECONDS, type Trust } from '@service/evidence';
import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { alarm, type Finding } from '../monitoring/finding.js';
import { readMonitorTrust, type NamedKeys } from '../monitoring/monitor-trust.js';
import { Monitor } from '../monitoring/monitor.js';
import { readGiven } from '../monitoring/read-given.js';
import { runMonitor } from '../monitoring/run-monitor.js';
import { say } from '../output/print.js';
import { jsonFor, printable } from '../output/terminal.js';
import { acceptPolicy, PolicyRefused, type NamedPolicy } from '../policy/accept-policy.js';
import { namedPolicy } from '../policy/policy-arguments.js';
import { publicLogAt, readLogUrl } from '../public-log.js';
import { operandsOf } from '../read-call.js';
import { lockStateDirectory } from '../state-directory.js';
import type { MONITOR_OPTIONS } from '../table/log-options.js';
import type { Run, Values } from '../table/option.js';

/** `rvs log monitor` */
export const run: Run<typeof MONITOR_OPTIONS> = async (call) => {
  operandsOf(call);
  const { values } = call;
  const { url, state, once = false, json = false } = values;
  if (url === undefined || state === undefined) throw new CommandError('--url and --state must be given.');
  const directory = resolve(state);
  const policy = namedPolicy(values, () => join(directory, 'policy.pin'));
  const keys = namedKeys(values, policy !== null);
  const given = await readGiven([...(values.records ?? []), ...(values.answers ?? [])]);
  const silentAfter = wholeNumber('silent', values.silent ?? '300');
  const clockSlack = wholeNumber('clock-slack', values['clock-slack'] ?? String(CLOCK_SLACK_SECONDS)) * 1_000;
  const interval = wholeNumber('interval', values.interval ?? '10');
  const patience = wholeNumber('patience', values.patience ?? (once ? '10' : '60'));
  const stop = new AbortController();
  const log = publicLogAt(readLogUrl('--url', url), stop.signal);
  await lockStateDirectory(directory, 'monitor');
  const tell = (finding: Finding): void => tellFinding(finding, json);
  const trust = policy === null ? readMonitorTrust(keys) : await trustOf(policy, tell);
  if (trust === null) return EXIT.refused;
  process.once('SIGTERM', () => stop.abort()).once('SIGINT', () => stop.abort());
  const allowExpiredPolicy = policy?.allowExpired ?? false;
  const monitor = new Monitor({ log, trust, given, directory, silentAfter, clockSlack, allowExpiredPolicy });
  const isWrong = await runMonitor(monitor, { once, interval, patience, tell, stop: stop.signal });
  monitor.close();
  if (isWrong === null)
    throw new CommandError('Stopped before the log was checked.', { exitCode: EXIT.interrupted });
  if (isWrong) return EXIT.refused;
  if (monitor.isBehind) {
    throw new CommandError(`Only the first ${monitor.size} entries are checked; call it again to go on.`, {
      exitCode: EXIT.refused,
    });
  }
  if (!json) process.stdout.write(`ok ${trust.origin}: ${summary(monitor.size, given.elements.count)}\n`);
  return 0;
};

/** The keys that the call names. @throws CommandError where it names no keys, or both keys and a policy. */
function namedKeys(
  {
    vkey: vkeys = [],
    witness: witnesses = [],
    quorum,
    'weak-quorum': weakQuorum = false,
  }: Values<typeof MONITOR_OPTIONS>,
  hasPolicy: boolean,
): NamedKeys {
  const named = vkeys.length > 0 || witnesses.length > 0 || quorum !== undefined || weakQuorum;
  if (hasPolicy && named) {
    throw new CommandError(
      '--policy names the log and its witnesses instead of --vkey, --witness and --quorum.',
    );
  }
  if (!hasPolicy && vkeys.length === 0) throw new CommandError('--vkey or --policy must be given.');
  return {
    vkeys,
    witnesses,
    quorum: quorum === undefined ? witnesses.length : wholeNumber('quorum', quorum),
    weakQuorum,
  };
}

/** The trust of a policy; null, after an alarm, where it is refused. */
async function trustOf(policy: NamedPolicy, tell: (finding: Finding) => void): Promise<Trust | null> {
  try {
    return await acceptPolicy(policy, say);
  } catch (error) {
    if (!(error instanceof PolicyRefused)) throw error;
    tell(alarm(error.check, error.message));
    return null;
  }
}

function summary(entries: number, elements: number): string {
  return elements === 0 ? `${entries} entries.` : `${entries} entries, which hold all ${elements} elements.`;
}

function tellFinding(finding: Finding, json: boolean): void {
  const { level, kind, text } = finding;
  if (json)
    process.stdout.write(`${jsonFor(process.stdout, { at: new Date().toISOString(), level, kind, text })}\n`);
  else if (level === 'news') process.stdout.write(`${kind} ${printable(text)}\n`);
  if (level === 'alarm') say(`ALARM ${kind} ${text}`);
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CommandError(`--${name} must be a whole number.`);
  return Number(text);
}
