import { openCheckpoint, EvidenceError } from '@service/evidence';
import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { writeOutput } from '../files.js';
import { say } from '../output/print.js';
import { textFor } from '../output/terminal.js';
import { operandsOf } from '../read-call.js';
import { openService, pinnedTrust } from '../service/open-service.js';
import type { CHECKPOINT_OPTIONS } from '../table/api-options.js';
import type { Run } from '../table/option.js';

/** `rvs log checkpoint` */
export const run: Run<typeof CHECKPOINT_OPTIONS> = async (call) => {
  operandsOf(call);
  const { values } = call;
  const { service, connection } = await openService(values);
  const environment = values.environment ?? connection.environment;
  if (environment === null) throw new CommandError('--environment must name the environment of the log.');
  const path = `/v1/log/${environment}/checkpoint`;
  const note = await service.request<string>({ method: 'GET', path, answer: 'text', anonymous: true });
  const trust = values['no-verify'] === true ? null : await pinnedTrust(connection);
  if (trust === null) say('Nothing is pinned: its signature was not checked.');
  else {
    try {
      openCheckpoint(note, { ...trust, cosigners: trust.witnesses });
    } catch (error) {
      if (!(error instanceof EvidenceError)) throw error;
      throw new CommandError(`The checkpoint is not verified: ${error.message}`, { exitCode: EXIT.refused });
    }
  }
  if (values.out === undefined) process.stdout.write(textFor(process.stdout, note));
  else await writeOutput(values.out, note);
  return 0;
};
