import { Issuer, type RecordVerification } from '@record-verification/client';
import { importBatch } from '../bulk/import-records.js';
import { printOutcomes } from '../bulk/print-outcomes.js';
import { runBatches } from '../bulk/run-batches.js';
import type { InputRow } from '../bulk/input-row.js';
import { openRows } from '../bulk/read-rows.js';
import { faultOfRow } from '../bulk/check-row.js';
import { refusedFor } from '../bulk/refused-line.js';
import { verifyBatch } from '../bulk/verify-records.js';
import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { issuerPublicKey, openIssuerKey } from '../issuing/issuer-key.js';
import { say } from '../output/print.js';
import { operandsOf } from '../read-call.js';
import { confirmChange } from '../service/confirm.js';
import { openReader, openService } from '../service/open-service.js';
import type { Call, Run } from '../table/option.js';
import type { IMPORT_OPTIONS } from '../table/work-options.js';

type Values = Call<typeof IMPORT_OPTIONS>['values'];

/** `rvs records import` */
export const run: Run<typeof IMPORT_OPTIONS> = async (call) => {
  const [file = ''] = operandsOf(call, 'FILE');
  const { values } = call;
  if (values.verify === true && file === '-' && values.out === undefined) {
    throw new CommandError('With standard input, --verify needs --out FILE.');
  }
  if (values['dry-run'] === true) return dryRun(file, values);
  const key = await openIssuerKey({ file: values['issuer-key'], command: values['issuer-command'] });
  const { service, connection, log } = await (values.verify === true ? openReader : openService)(values);
  await confirmChange(connection, values, `records import ${file}`);
  const authorityId = await authorityOf(service, values);
  const issuer = key && new Issuer(service, key, { log });
  let isCompared = true;
  const onUncompared = () => (isCompared = false);
  const imported = await runBatches(
    {
      label: 'Registering',
      file,
      isKept: true,
      run: (rows, name, patience) =>
        importBatch(service, rows, { name, authorityId, issuer, patience, onUncompared }),
    },
    values,
  );
  if (!isCompared)
    say(
      'Lines that are already there were not compared: that needs a credential with the capability verify.',
    );
  const code = printOutcomes(imported.outcomes, imported);
  const hasRecords = [...imported.outcomes.keys()].some((outcome) => outcome !== 'refused');
  if (values.verify !== true || imported.out === null || !hasRecords) return code;
  const { format: _, ...rest } = values;
  const verified = await runBatches(
    {
      label: 'Verifying',
      file: imported.out,
      isKept: false,
      rowOf: lineOf,
      run: (rows, _, patience) => verifyBatch(service, rows, patience),
    },
    { ...rest, format: 'ndjson', out: `${imported.out.replace(/\.ndjson$/, '')}.verified.ndjson` },
  );
  return printOutcomes(verified.outcomes, verified) === 0 ? code : EXIT.refused;
};

/** Lines are verified under their numbers in the file; there is nothing to verify of a refused one. */
function lineOf({ value }: InputRow): InputRow | null {
  return value['outcome'] === 'refused' ? null : { line: Number(value['line']), value };
}

/** Reads the file, and sends nothing. */
async function dryRun(file: string, values: Values): Promise<number> {
  const named = values['authority-id'] ?? values.issuer;
  let sound = 0;
  const failures = [];
  for await (const row of (await openRows(file, values.format)).rows) {
    const fault = faultOfRow(row, named !== undefined);
    const refused = fault === null ? null : refusedFor({ ...row, fault });
    if (refused === null) sound += 1;
    else failures.push(refused);
  }
  if (sound + failures.length === 0) say(`${file} has no lines.`);
  const outcomes = new Map([['can be sent', sound]]);
  if (failures.length > 0) outcomes.set('refused', failures.length);
  return printOutcomes(outcomes, { out: null, failures });
}

interface Authority {
  id: string;
}

async function authorityOf(
  service: RecordVerification,
  { issuer, grant = false, 'authority-id': named, 'issuer-key': file, 'issuer-command': command }: Values,
): Promise<string | undefined> {
  if (issuer === undefined) {
    if (grant) throw new CommandError('--grant goes with --issuer NAME.');
    return named;
  }
  if (named !== undefined) throw new CommandError('Give either --authority-id or --issuer.');
  const query = { issuer, state: 'active', limit: 1 };
  const page = await service.request<{ data: Authority[] }>({
    method: 'GET',
    path: '/v1/authorities',
    query,
  });
  const known = page.data[0]?.id;
  if (known !== undefined) return known;
  if (!grant) {
    throw new CommandError(`${issuer} has no active authority; --grant grants one.`, {
      exitCode: EXIT.notFound,
    });
  }
  if (command !== undefined)
    throw new CommandError('--grant takes the issuer’s key from --issuer-key alone.');
  const until = new Date();
  until.setUTCFullYear(until.getUTCFullYear() + 10);
  const key = file === undefined ? {} : { public_key: await issuerPublicKey(file) };
  const body = { issuer, scope: ['records'], valid_until: until.toISOString(), ...key };
  return (await service.request<Authority>({ method: 'POST', path: '/v1/authorities', body })).id;
}
