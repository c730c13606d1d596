#!/usr/bin/env node
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parsePolicy, parseTrust } from '@service/evidence';
import { CommandError } from '../errors.js';
import { openPolicyKeys } from '../policy/policy-keys.js';
import { policyLines, weaknessOf } from '../policy/policy-lines.js';
import { signPolicyFile } from '../policy/sign-policy-file.js';
import { runCommand } from '../run-command.js';
import { readText } from '../files.js';

const HELP = `sign-policy --keys FILE [--witness VKEY]... [--quorum N] --key FILE --out FILE [options]
sign-policy --policy FILE --name NAME --key FILE --out FILE [options]

Writes a signed trust policy: which log its readers trust, and whose cosignatures its checkpoints need (C2SP tlog-policy).

  --keys FILE     the document of GET /v1/log/<environment>/keys: the keys of the log
  --witness VKEY  public key of a witness
  --quorum N      how many of the witnesses must have cosigned; more than half where it is not given
  --policy FILE   a policy file instead of these
  --name NAME     under which the policy's key signs, where --policy is given and the key is new
  --key FILE      the policy's private keys, made at the first use; keep them away from the service
  --new-key       makes a new key, which signs beside the earlier ones
  --days N        days until the policy expires, 365 where it is not given
  --out FILE      the signed policy; one that is there is replaced by the next version
`;

const DAY = 86_400_000;

await runCommand(HELP, async () => {
  const call = readCall();
  const { lines, name } = await readPolicy(call);
  const signers = await openPolicyKeys(resolve(call.key), name, call.newKey);
  const expires = new Date(Date.now() + call.days * DAY);
  const written = await signPolicyFile(resolve(call.out), lines, signers, expires);
  const weakness = weaknessOf(parsePolicy(lines).quorum);
  process.stdout.write(`Version ${written.version}, good until ${written.expires}.\n`);
  process.stdout.write(`Fingerprint of its key, for its readers: ${written.fingerprint}\n`);
  if (weakness !== null) process.stderr.write(`${weakness}\n`);
});

type Call = ReturnType<typeof readCall>;

async function readPolicy({ keys, policy, witnesses, quorum, name }: Call) {
  if (keys !== undefined) {
    const text = await readText(keys);
    const lines = policyLines({ keys: text, witnesses, quorum });
    return { lines, name: `${parseTrust(text).origin}/policy` };
  }
  return { lines: await readText(policy as string), name: name ?? 'policy.localhost' };
}

function readCall() {
  const { values } = parseArgs({
    options: {
      keys: { type: 'string' },
      policy: { type: 'string' },
      witness: { type: 'string', multiple: true, default: [] },
      quorum: { type: 'string' },
      name: { type: 'string' },
      key: { type: 'string' },
      'new-key': { type: 'boolean', default: false },
      days: { type: 'string', default: '365' },
      out: { type: 'string' },
    },
  });
  const { keys, policy, witness: witnesses, name, key, out } = values;
  if (key === undefined || out === undefined) throw new CommandError('--key and --out must be given.');
  if ((keys === undefined) === (policy === undefined)) {
    throw new CommandError('Either --keys or --policy must be given.');
  }
  if (policy !== undefined && (witnesses.length > 0 || values.quorum !== undefined)) {
    throw new CommandError('--witness and --quorum go with --keys: a policy file names its own.');
  }
  const quorum = values.quorum === undefined ? null : countOf('--quorum', values.quorum);
  const days = countOf('--days', values.days);
  return { keys, policy, witnesses, quorum, name, key, newKey: values['new-key'], days, out };
}

function countOf(option: string, text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new CommandError(`${option} must be a whole number from 1.`);
  return Number(text);
}
