#!/usr/bin/env node
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CLOCK_SLACK_SECONDS, type Trust } from '@service/evidence';
import { CommandError } from '../errors.js';
import { alarm, type Finding } from '../monitoring/finding.js';
import { readMonitorTrust, type NamedKeys } from '../monitoring/monitor-trust.js';
import { Monitor } from '../monitoring/monitor.js';
import { readGiven } from '../monitoring/read-given.js';
import { runMonitor } from '../monitoring/run-monitor.js';
import { acceptPolicy, PolicyRefused, type NamedPolicy } from '../policy/accept-policy.js';
import { namedPolicy, POLICY_HELP, POLICY_OPTIONS } from '../policy/policy-arguments.js';
import { PublicLog, readLogUrl } from '../public-log.js';
import { runCommand } from '../run-command.js';
import { lockStateDirectory } from '../state-directory.js';

const HELP = `monitor-log --url URL --vkey VKEY [--vkey VKEY]... --state DIR [--once]
monitor-log --url URL --policy FILE --state DIR [--once]

Follows a transparency log from outside: that it only grows, that its entries lead to the roots that it signs, that no
slot occurs twice, and that it holds what is given. Alarms go to standard error, the rest to standard output.

  --url URL           the log, as https://records.example/v1/log/production/
  --vkey VKEY         public key of the log; two while it changes its key
  --witness VKEY      public key of a witness; may be repeated
  --quorum N          how many of them must have cosigned; all where it is not given
  --weak-quorum       allows a quorum of half of them or fewer, with which two readers may see two logs
${POLICY_HELP.replace('PIN', 'policy.pin in the state directory')}  --records FILE      bundles or elements that the log must hold; may be repeated
  --answers FILE      bundles, or answers as {"body": ..., "as_of": "..."}; may be repeated
  --state DIR         every checkpoint and entry that it saw; its own
  --once              looks once, and exits with 1 where anything is wrong
  --interval SECONDS  from one look to the next, 10 where it is not given
  --patience SECONDS  that the log may be away or not cosigned, 60 where it is not given; with --once 10
  --silent SECONDS    that the cosignatures may be old, 300 where it is not given
  --clock-slack SECONDS  that two clocks may differ, 30 where it is not given
  --json              each finding as a line of JSON on standard output
`;

await runCommand(HELP, async () => {
  const { values } = parseArgs({
    options: {
      ...POLICY_OPTIONS,
      url: { type: 'string' },
      vkey: { type: 'string', multiple: true },
      witness: { type: 'string', multiple: true },
      quorum: { type: 'string' },
      'weak-quorum': { type: 'boolean', default: false },
      records: { type: 'string', multiple: true },
      answers: { type: 'string', multiple: true },
      state: { type: 'string' },
      once: { type: 'boolean', default: false },
      interval: { type: 'string', default: '10' },
      patience: { type: 'string' },
      silent: { type: 'string', default: '300' },
      'clock-slack': { type: 'string', default: String(CLOCK_SLACK_SECONDS) },
      json: { type: 'boolean', default: false },
    },
  });
  const { url, state, once, json } = values;
  if (url === undefined || state === undefined) throw new CommandError('--url and --state must be given.');
  const directory = resolve(state);
  const policy = namedPolicy(values, () => join(directory, 'policy.pin'));
  const keys = namedKeys(values, policy !== null);
  const given = await readGiven([...(values.records ?? []), ...(values.answers ?? [])]);
  const silentAfter = wholeNumber('silent', values.silent);
  const clockSlack = wholeNumber('clock-slack', values['clock-slack']) * 1_000;
  const interval = wholeNumber('interval', values.interval);
  const patience = wholeNumber('patience', values.patience ?? (once ? '10' : '60'));
  const log = new PublicLog(readLogUrl('--url', url));
  await lockStateDirectory(directory, 'monitor');
  const tell = (finding: Finding): void => tellFinding(finding, json);
  const trust = policy === null ? readMonitorTrust(keys) : await trustOf(policy, tell);
  if (trust === null) return;
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort()).once('SIGINT', () => stop.abort());
  const allowExpiredPolicy = policy?.allowExpired ?? false;
  const monitor = new Monitor({ log, trust, given, directory, silentAfter, clockSlack, allowExpiredPolicy });
  const isWrong = await runMonitor(monitor, { once, interval, patience, tell, stop: stop.signal });
  monitor.close();
  if (isWrong) process.exitCode = 1;
  else if (!json)
    process.stdout.write(`ok ${trust.origin}: ${summary(monitor.size, given.elements.count)}\n`);
});

/** The keys that the call names. @throws CommandError where there are none, or both keys and a policy. */
function namedKeys(
  {
    vkey: vkeys = [],
    witness: witnesses = [],
    quorum,
    'weak-quorum': weakQuorum,
  }: { vkey?: string[]; witness?: string[]; quorum?: string; 'weak-quorum': boolean },
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
    return await acceptPolicy(policy, (sentence) => void process.stderr.write(`${sentence}\n`));
  } catch (error) {
    if (!(error instanceof PolicyRefused)) throw error;
    tell(alarm(error.check, error.message));
    process.exitCode = 1;
    return null;
  }
}

function summary(entries: number, elements: number): string {
  return elements === 0 ? `${entries} entries.` : `${entries} entries, which hold all ${elements} elements.`;
}

function tellFinding(finding: Finding, json: boolean): void {
  const { level, kind, text } = finding;
  if (json) process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), level, kind, text })}\n`);
  else if (level === 'news') process.stdout.write(`${kind} ${text}\n`);
  if (level === 'alarm') process.stderr.write(`ALARM ${kind} ${text}\n`);
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CommandError(`--${name} must be a whole number.`);
  return Number(text);
}
