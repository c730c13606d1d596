import { resolve } from 'node:path';
import { parsePolicy, parseTrust } from '@service/evidence';
import { CommandError } from '../errors.js';
import { openPolicyKeys } from '../policy/policy-keys.js';
import { policyLines, weaknessOf } from '../policy/policy-lines.js';
import { signPolicyFile } from '../policy/sign-policy-file.js';
import { operandsOf } from '../read-call.js';
import { readText } from '../files.js';
import type { SIGN_OPTIONS } from '../table/log-options.js';
import type { Call as GivenCall, Run } from '../table/option.js';

const DAY = 86_400_000;

/** `rvs policy sign` */
export const run: Run<typeof SIGN_OPTIONS> = async (given) => {
  const call = readCall(given);
  const { lines, name } = await readPolicy(call);
  const signers = await openPolicyKeys(resolve(call.key), name, call.newKey);
  const expires = new Date(Date.now() + call.days * DAY);
  const written = await signPolicyFile(resolve(call.out), lines, signers, expires);
  const weakness = weaknessOf(parsePolicy(lines).quorum);
  process.stdout.write(`Version ${written.version}, good until ${written.expires}.\n`);
  process.stdout.write(`Fingerprint of its key, for its readers: ${written.fingerprint}\n`);
  if (weakness !== null) process.stderr.write(`${weakness}\n`);
  return 0;
};

type Call = ReturnType<typeof readCall>;

async function readPolicy({ keys, policy, witnesses, quorum, name }: Call) {
  if (keys !== undefined) {
    const text = await readText(keys);
    const lines = policyLines({ keys: text, witnesses, quorum });
    return { lines, name: `${parseTrust(text).origin}/policy` };
  }
  return { lines: await readText(policy as string), name: name ?? 'policy.localhost' };
}

function readCall(call: GivenCall<typeof SIGN_OPTIONS>) {
  operandsOf(call);
  const { values } = call;
  const { keys, policy, witness: witnesses = [], name, key, out } = values;
  if (key === undefined || out === undefined) throw new CommandError('--key and --out must be given.');
  if ((keys === undefined) === (policy === undefined)) {
    throw new CommandError('Either --keys or --policy must be given.');
  }
  if (policy !== undefined && (witnesses.length > 0 || values.quorum !== undefined)) {
    throw new CommandError('--witness and --quorum go with --keys: a policy file names its own.');
  }
  const quorum = values.quorum === undefined ? null : countOf('--quorum', values.quorum);
  const days = countOf('--days', values.days ?? '365');
  return { keys, policy, witnesses, quorum, name, key, newKey: values['new-key'] ?? false, days, out };
}

function countOf(option: string, text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new CommandError(`${option} must be a whole number from 1.`);
  return Number(text);
}
