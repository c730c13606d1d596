#!/usr/bin/env node
import { POLICY_HELP } from '../policy/policy-arguments.js';
import { runCommand } from '../run-command.js';
import { parseCall } from '../verifying/arguments.js';
import { verifyFiles } from '../verifying/verify-files.js';

const HELP = `verify-evidence BUNDLE --keys FILE [options]
verify-evidence BUNDLE --policy FILE [options]
verify-evidence --answer FILE --headers FILE --keys FILE [options]

Checks evidence offline: every check on a line, then what is proven. Exits with 0 where everything that was asked was
proven, with 1 where anything was refuted or could not be decided, and with 2 for a wrong call.

  BUNDLE             an evidence bundle, or many, one a line; - reads it from standard input
  --keys FILE        what is pinned: the document of GET /v1/log/<environment>/keys, to which
                     "witnesses": ["<vkey>", ...] and "quorum": <number> may be added. The quorum is all of them
                     where it is not given; half of them or fewer needs "weak_quorum": true.
                     Beside --policy, only the keys of an answer without its bundle
${POLICY_HELP.replace('PIN', 'FILE.pin beside it')}  --answer FILE      the body of an answer of POST /v1/records/verify instead of a bundle
  --headers FILE     its headers, as curl -D writes them
  --request FILE     the body of the request that must have been answered
  --nonce TEXT       the Service-Nonce that must have been signed
  --max-age SECONDS  how old the answer may be; it takes witnesses, and entries where the log grew
  --clock-slack SECONDS  by how much two clocks may differ, 30 where it is not given
  --witnesses N      how many of the pinned witnesses must have cosigned
  --checkpoint FILE  a checkpoint stored earlier, which must be of the same history; a bundle proves it that
                     was read with ?from=<size of the stored checkpoint>, and so do the entries
  --require newest   that the log held nothing newer at the answer's position, which only the entries prove
  --online URL       reads the log's entries, as https://records.example/v1/log/production/
  --entries FILE     the log's entry bundles from the first on, joined: what a bundle cannot show
                     (no later element, no slot twice, any earlier checkpoint) is checked with them
  --json             the report as JSON
`;

// A reader such as `head` may close the pipe early; what was not checked is not verified.
process.stdout.on('error', () => process.exit(1));

await runCommand(HELP, async () => {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const complain = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
  const good = await verifyFiles(parseCall(process.argv.slice(2)), print, complain);
  process.exitCode = good ? 0 : 1;
});
