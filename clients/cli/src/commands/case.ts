import { makeCaseFile } from '@service/evidence/case';
import { CommandError } from '../errors.js';
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
  const [keys, policy] = await Promise.all([
    readText(pins.keys),
    pins.policy === null ? null : readText(pins.policy.file),
  ]);
  const evidence = await readBundle(service, id);
  const out = call.values.out ?? `${id}.zip`;
  await writeOutput(out, makeCaseFile({ evidence, keys, policy, program: program() }));
  say(`Written: ${out}`);
  return 0;
};
