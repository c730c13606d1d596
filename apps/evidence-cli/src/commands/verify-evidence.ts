#!/usr/bin/env node
import { runCommand } from '../run-command.js';
import { parseCall } from '../verifying/arguments.js';
import { verifyFiles } from '../verifying/verify-files.js';

const HELP = `verify-evidence BUNDLE --keys FILE [options]
verify-evidence --answer FILE --headers FILE --keys FILE [options]

Checks evidence offline: every check on a line, then whether it is verified; exits with 0, or with 1 where it is not.

  BUNDLE             an evidence bundle, or many, one a line; - reads it from standard input
  --keys FILE        what is pinned: the document of GET /v1/log/<environment>/keys, to which
                     "witnesses": ["<vkey>", ...] and "quorum": <number> may be added
  --answer FILE      the body of an answer of POST /v1/records/verify instead of a bundle
  --headers FILE     its headers, as curl -D writes them
  --request FILE     the body of the request that must have been answered
  --nonce TEXT       the Service-Nonce that must have been signed
  --max-age SECONDS  how old the answer may be
  --checkpoint FILE  a checkpoint stored earlier, which must be of the same history
  --entries FILE     the log's entry bundles from the first on, joined: what a bundle cannot show
                     (no later element, no slot twice, any earlier checkpoint) is checked with them
  --json             the report as JSON
`;

// A reader such as `head` may close the pipe early; what was not checked is not verified.
process.stdout.on('error', () => process.exit(1));

await runCommand(HELP, async () => {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const good = await verifyFiles(parseCall(process.argv.slice(2)), print);
  process.exitCode = good ? 0 : 1;
});
