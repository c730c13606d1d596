import type { RecordVerification } from '@record-verification/client';
import { digestOf } from '../bulk/import-records.js';
import { runBatches } from '../bulk/run-batches.js';
import { printOutcomes } from '../bulk/print-outcomes.js';
import { isEnvelope, verifyBatch, type Envelope } from '../bulk/verify-records.js';
import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { readBytes } from '../files.js';
import { Table } from '../output/table.js';
import { isForPeople, jsonFor } from '../output/terminal.js';
import { openReader } from '../service/open-service.js';
import type { Call, Run } from '../table/option.js';
import type { VERIFY_OPTIONS } from '../table/work-options.js';

type Values = Call<typeof VERIFY_OPTIONS>['values'];

/** `rvs verify` */
export const run: Run<typeof VERIFY_OPTIONS> = async ({ values, operands }) => {
  const { service, verifies } = await openReader(values);
  if (values.file !== undefined) return verifyFile(service, values.file, values);
  const requests = await requestsOf(operands, values);
  let isGood = true;
  const table = isForPeople(process.stdout, values) ? new Table(process.stdout) : null;
  for (const body of requests) {
    const envelope = await service.request({ method: 'POST', path: '/v1/records/verify', body });
    if (!isEnvelope(envelope))
      throw new CommandError('The service did not answer about a record.', { exitCode: EXIT.refused });
    isGood &&= envelope.evidence.verdict?.result === 'passed';
    if (table === null) process.stdout.write(`${jsonFor(process.stdout, envelope)}\n`);
    else table.print([shown(envelope, verifies)]);
  }
  return isGood ? 0 : EXIT.refused;
};

async function verifyFile(service: RecordVerification, file: string, values: Values): Promise<number> {
  const out = values.out ?? (file === '-' ? undefined : `${file}.verified.ndjson`);
  const label = 'Verifying';
  const { outcomes, ...rest } = await runBatches(
    { label, file, isKept: false, run: (rows, _, patience) => verifyBatch(service, rows, patience) },
    { ...values, out },
  );
  return printOutcomes(outcomes, rest);
}

async function requestsOf(ids: readonly string[], values: Values): Promise<object[]> {
  const file = values['content-file'];
  const named = {
    external_id: values['external-id'],
    content_digest: file === undefined ? values['content-digest'] : digestOf(await readBytes(file)),
  };
  const names = Object.entries(named).filter(([, value]) => value !== undefined);
  if (ids.some((id) => !id.startsWith('rec_'))) {
    throw new CommandError('A record’s id begins with rec_; --external-id takes your own name of a record.');
  }
  if (ids.length > 0 && names.length === 0) return ids.map((record_id) => ({ record_id }));
  if (ids.length === 0 && names.length === 1) {
    const authority = values['authority-id'];
    return [{ ...Object.fromEntries(names), ...(authority !== undefined && { authority_id: authority }) }];
  }
  throw new CommandError('Give record ids, or one record by an option, or a file with --file.');
}

function shown({ record, evidence }: Envelope, verifies: boolean): Record<string, unknown> {
  const { result, reasons, warnings } = evidence.verdict ?? { result: '', reasons: [], warnings: [] };
  return {
    id: record.id,
    outcome: result,
    state: record.state,
    name: [...reasons, ...warnings].join(', ') || (verifies ? 'proved here' : 'not checked here'),
  };
}
