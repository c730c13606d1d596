import { writeOutput } from '../files.js';
import { textFor } from '../output/terminal.js';
import { operandsOf } from '../read-call.js';
import { openReader } from '../service/open-service.js';
import { readBundle } from '../service/read-bundle.js';
import type { READ_BUNDLE_OPTIONS } from '../table/api-options.js';
import type { Run } from '../table/option.js';

/** `rvs bundle read`: the client verifies the bundle with the pinned keys before it is written. */
export const run: Run<typeof READ_BUNDLE_OPTIONS> = async (call) => {
  const [id = ''] = operandsOf(call, 'RECORD');
  const { out, from } = call.values;
  const { service } = await openReader(call.values);
  const text = await readBundle(service, id, from);
  if (out === undefined) process.stdout.write(textFor(process.stdout, `${text}\n`));
  else await writeOutput(out, `${text}\n`);
  return 0;
};
