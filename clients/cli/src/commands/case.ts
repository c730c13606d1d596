import { existsSync } from 'node:fs';
import { makeCaseFile } from '@service/evidence/case';
import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { readText, writeOutput } from '../files.js';
import { say } from '../output/print.js';
import { pinsOf } from '../profiles/pins.js';
import { operandsOf } from '../read-call.js';
import { openReader } from '../service/open-service.js';
import { readBundle } from '../service/read-bundle.js';
import type { CASE_OPTIONS } from '../table/api-options.js';
import type { Run } from '../table/option.js';
import { program } from '../version.js';

/** `rvs case`: the client verifies the bundle with the pinned keys before it is written. */
export const run: Run<typeof CASE_OPTIONS> = async (call) => {
  const [id = ''] = operandsOf(call, 'RECORD');
  const { service, connection, verifies } = await openReader(call.values);
  const pins = connection.profile === null || !verifies ? null : pinsOf(connection.profile);
  if (pins === null) throw new CommandError('A case file needs pinned keys: log in with rvs login.');
  const pinned =
    pins.policy === null ? { keys: await readText(pins.keys) } : { policy: await readText(pins.policy.file) };
  const evidence = await readBundle(service, id);
  const { bytes, name, report, headline } = makeCaseFile({ evidence, pinned, program: program() });
  const { out = name } = call.values;
  if (call.values.out === undefined && existsSync(out)) {
    throw new CommandError(`${out} is there already: name another file with --out.`);
  }
  await writeOutput(out, bytes);
  say(`Written: ${out}. ${headline}`);
  return report.ok ? 0 : EXIT.refused;
};
