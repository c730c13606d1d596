#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, reasonOf } from '../errors.js';
import type { Finding } from '../monitoring/finding.js';
import { readMonitorTrust } from '../monitoring/monitor-trust.js';
import { Monitor } from '../monitoring/monitor.js';
import { PublicLog } from '../monitoring/public-log.js';
import { readGiven } from '../monitoring/read-given.js';
import { runMonitor } from '../monitoring/run-monitor.js';
import { runCommand } from '../run-command.js';
import { lockStateDirectory } from '../state-directory.js';

const HELP = `monitor-log --url URL --vkey VKEY [--vkey VKEY]... --state DIR [--once]

Follows a transparency log from outside: that it only grows, that its entries lead to the roots that it signs, that no
slot occurs twice, and that it holds what is given. Alarms go to standard error, the rest to standard output.

  --url URL           the log, as https://records.example/v1/log/production/
  --vkey VKEY         public key of the log; two while it changes its key
  --witness VKEY      public key of a witness; may be repeated
  --quorum N          how many of them must have cosigned; all where it is not given
  --records FILE      bundles or elements that the log must hold; may be repeated
  --answers FILE      bundles, or answers as {"body": ..., "as_of": "..."}; may be repeated
  --state DIR         every checkpoint and entry that it saw; its own
  --once              looks once, and exits with 1 where anything is wrong
  --interval SECONDS  from one look to the next, 10 where it is not given
  --patience SECONDS  that the log may be away or not cosigned, 60 where it is not given; with --once 10
  --silent SECONDS    that the cosignatures may be old, 300 where it is not given
  --json              each finding as a line of JSON on standard output
`;

await runCommand(HELP, async () => {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      vkey: { type: 'string', multiple: true },
      witness: { type: 'string', multiple: true },
      quorum: { type: 'string' },
      records: { type: 'string', multiple: true },
      answers: { type: 'string', multiple: true },
      state: { type: 'string' },
      once: { type: 'boolean', default: false },
      interval: { type: 'string', default: '10' },
      patience: { type: 'string' },
      silent: { type: 'string', default: '300' },
      json: { type: 'boolean', default: false },
    },
  });
  const { url, vkey: vkeys, witness: witnesses = [], state, once, json } = values;
  if (url === undefined || vkeys === undefined || state === undefined) {
    throw new CommandError('--url, --vkey and --state must be given.');
  }
  const directory = resolve(state);
  const quorum = values.quorum === undefined ? witnesses.length : wholeNumber('quorum', values.quorum);
  const trust = readMonitorTrust(vkeys, witnesses, quorum);
  const given = await readGiven([...(values.records ?? []), ...(values.answers ?? [])]);
  const silentAfter = wholeNumber('silent', values.silent);
  const interval = wholeNumber('interval', values.interval);
  const patience = wholeNumber('patience', values.patience ?? (once ? '10' : '60'));
  const log = new PublicLog(logUrl(url));
  await lockStateDirectory(directory, 'monitor');
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort()).once('SIGINT', () => stop.abort());
  const monitor = new Monitor({ log, trust, given, directory, silentAfter });
  const tell = (finding: Finding): void => tellFinding(finding, json);
  const isWrong = await runMonitor(monitor, { once, interval, patience, tell, stop: stop.signal });
  monitor.close();
  if (isWrong) process.exitCode = 1;
  else if (!json)
    process.stdout.write(`ok ${trust.origin}: ${summary(monitor.size, given.elements.count)}\n`);
});

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

function logUrl(text: string): string {
  try {
    const { protocol, href } = new URL(text);
    if (protocol === 'https:' || protocol === 'http:') return href.endsWith('/') ? href : `${href}/`;
  } catch (error) {
    throw new CommandError(`--url is no URL: ${reasonOf(error)}.`);
  }
  throw new CommandError('--url must be an http or https URL.');
}
