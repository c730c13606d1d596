import type { RecordVerification } from '@record-verification/client';
import { carryOut } from '../applying/carry-out.js';
import { readDeclaration, type Declaration } from '../applying/declaration.js';
import { KINDS, type Item, type Kind } from '../applying/kinds.js';
import { nameOf, planOf, type Step } from '../applying/plan.js';
import { SecretFiles } from '../applying/secret-files.js';
import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { readText } from '../files.js';
import { readStandardInput } from '../service/read-data.js';
import { jsonFor, isForPeople, printable } from '../output/terminal.js';
import { say } from '../output/print.js';
import { operandsOf } from '../read-call.js';
import { confirmChange } from '../service/confirm.js';
import { openReader, openService } from '../service/open-service.js';
import type { Call, Run } from '../table/option.js';
import type { APPLY_OPTIONS } from '../table/work-options.js';

type Values = Call<typeof APPLY_OPTIONS>['values'];

const SIGNS = { create: '+', change: '~', replace: '±', rotate: '~', revoke: '-' } as const;

/** `rvs apply` */
export const run: Run<typeof APPLY_OPTIONS> = async (call) => {
  const [file = ''] = operandsOf(call, 'FILE');
  const { values } = call;
  const declaration = readDeclaration(await (file === '-' ? readStandardInput() : readText(file)), file);
  const { service, connection } = await (values.plan === true ? openReader : openService)(values);
  const secrets = values.secrets === undefined ? null : new SecretFiles(values.secrets);
  const pending = (await secrets?.pending()) ?? new Set();
  const { live, ids, kept } = await readLive(service, declaration);
  const all = planOf(declaration, { live, pending, kept });
  const steps = all.filter(({ needs }) => needs !== '--prune' || values.prune === true);
  if (steps.length < all.length)
    say(`${all.length - steps.length} are there without being declared: --prune revokes them.`);
  const isDone = ({ needs }: Step) => needs !== '--replace' || values.replace === true;
  for (const step of steps) print(step, isDone(step), values);
  if (values.plan === true) return steps.length === 0 ? 0 : EXIT.refused;
  const todo = steps.filter(isDone);
  if (secrets === null && todo.some(({ act, kind }) => makesSecret(act) && kind.secretOf !== undefined)) {
    throw new CommandError('Tokens and secrets need --secrets DIR, where each is kept in a file of its own.');
  }
  if (todo.length === 0) {
    say(steps.length === 0 ? 'Everything is as declared.' : 'Nothing was changed.');
    return steps.length === 0 ? 0 : EXIT.refused;
  }
  const ends = todo.some(({ act }) => act === 'revoke' || act === 'replace');
  await confirmChange(connection, values, `apply ${file}`, ends);
  for (const step of todo) await carryOut(service, step, secrets, ids);
  say(`${todo.length} done${todo.length < steps.length ? `, ${steps.length - todo.length} left` : ''}.`);
  return todo.length < steps.length ? EXIT.refused : 0;
};

function makesSecret(act: Step['act']): boolean {
  return act === 'create' || act === 'replace' || act === 'rotate';
}

/** What is there of each declared kind; credentials name their authorities by the issuers. */
async function readLive(service: RecordVerification, declaration: Declaration) {
  const live = new Map<Kind, readonly Item[]>();
  const needed = KINDS.filter(
    (kind) =>
      declaration.has(kind) ||
      (kind.section === 'authorities' &&
        [...declaration.values()].flat().some((item) => 'authorities' in item)),
  );
  for (const kind of needed) {
    const query = { state: [...kind.live], limit: 100 };
    const items: Item[] = [];
    for await (const item of service.list<Item>({ method: 'GET', path: `/v1/${kind.section}`, query }))
      items.push(item);
    live.set(kind, items);
  }
  const authorities = KINDS.flatMap((kind) => (kind.section === 'authorities' ? (live.get(kind) ?? []) : []));
  const issuers = new Map(authorities.map(({ id, issuer }) => [id, issuer]));
  const kept = new Set<unknown>();
  for (const kind of needed.filter(({ section }) => section === 'credentials')) {
    const named = (live.get(kind) ?? []).map((item) =>
      Array.isArray(item['authorities'])
        ? { ...item, authorities: item['authorities'].map((id: unknown) => issuers.get(id) ?? id) }
        : item,
    );
    live.set(kind, named);
    kept.add((await service.request<Item>({ method: 'GET', path: '/v1/projects/current' }))['credential_id']);
  }
  return { live, kept, ids: new Map<unknown, unknown>(authorities.map(({ id, issuer }) => [issuer, id])) };
}

function print(step: Step, isDone: boolean, values: Values): void {
  const { act, kind, name, differs, needs } = step;
  const { stdout } = process;
  if (!isForPeople(stdout, values)) {
    stdout.write(
      `${jsonFor(stdout, { act, kind: kind.noun, name, differs, needs: isDone ? null : needs })}\n`,
    );
    return;
  }
  const what = differs.length === 0 ? '' : `: ${differs.join(', ')}`;
  const option = isDone ? '' : ` (only with ${needs})`;
  stdout.write(`${SIGNS[act]} ${act} ${printable(nameOf(kind, name))}${what}${option}\n`);
}
