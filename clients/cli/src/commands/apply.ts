import type { RecordVerification } from '@record-verification/client';
import { carryOut } from '../applying/carry-out.js';
import { readDeclaration, type Declaration } from '../applying/declaration.js';
import { KINDS, type Item, type Kind } from '../applying/kinds.js';
import { nameOf, planOf, type Step } from '../applying/plan.js';
import { SecretFiles, secretFileOf } from '../applying/secret-files.js';
import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { readText } from '../files.js';
import { readStandardInput } from '../service/read-data.js';
import { jsonFor, isForPeople, printable } from '../output/terminal.js';
import { say } from '../output/print.js';
import { operandsOf } from '../read-call.js';
import { confirmChange } from '../service/confirm.js';
import { openReader, openService } from '../service/open-service.js';
import { hasLocks, lockStateDirectory } from '../state-directory.js';
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
  // Before anything is read: of two calls, the second must see what the first has made. The end of the process unlocks.
  if (values.secrets !== undefined && values.plan !== true && hasLocks()) {
    await lockStateDirectory(values.secrets, 'rvs apply');
  }
  const secrets = values.secrets === undefined ? null : await SecretFiles.open(values.secrets);
  const pending = secrets?.pending ?? new Set();
  const { live, ids, kept } = await readLive(service, declaration);
  sayLost(live, pending);
  const all = planOf(declaration, { live, pending, kept });
  const steps = all.filter(({ needs }) => needs !== '--prune' || values.prune === true);
  if (steps.length < all.length) say(`${all.length - steps.length} are not declared: --prune revokes them.`);
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

/** Names the credentials that can be neither revoked nor rotated, the first tokens of projects, whose token reached no file. */
function sayLost(live: ReadonlyMap<Kind, readonly Item[]>, pending: ReadonlySet<string>): void {
  for (const [kind, items] of live) {
    const names = kind.isPruned ? [] : items.map((item) => String(item[kind.key]));
    for (const name of names.filter((each) => pending.has(secretFileOf(kind.noun, each)))) {
      say(
        `The token of ${nameOf(kind, name)} reached no file: npm run credentials -- issue-admin makes another.`,
      );
    }
  }
}

function makesSecret(act: Step['act']): boolean {
  return act === 'create' || act === 'replace' || act === 'rotate';
}

/** What is there of each declared kind; credentials name their authorities by the issuers. */
async function readLive(service: RecordVerification, declaration: Declaration) {
  const live = new Map<Kind, readonly Item[]>();
  const kept = new Set<unknown>();
  const issuers = new Map<unknown, unknown>();
  const namesIssuers = [...declaration.values()].flat().some((item) => 'authorities' in item);
  // KINDS has authorities before the credentials that name them.
  for (const kind of KINDS) {
    const { section } = kind;
    if (!declaration.has(kind) && !(section === 'authorities' && namesIssuers)) continue;
    const query = { state: [...kind.live], limit: 100 };
    const items: Item[] = [];
    for await (const item of service.list<Item>({ method: 'GET', path: `/v1/${section}`, query }))
      items.push(item);
    if (section === 'authorities') for (const { id, issuer } of items) issuers.set(id, issuer);
    live.set(kind, section === 'credentials' ? items.map((item) => withIssuers(item, issuers)) : items);
    if (section === 'credentials') {
      kept.add(
        (await service.request<Item>({ method: 'GET', path: '/v1/projects/current' }))['credential_id'],
      );
    }
  }
  return { live, kept, ids: new Map(Array.from(issuers, ([id, issuer]) => [issuer, id] as const)) };
}

function withIssuers(item: Item, issuers: ReadonlyMap<unknown, unknown>): Item {
  const { authorities } = item;
  if (!Array.isArray(authorities)) return item;
  return { ...item, authorities: authorities.map((id: unknown) => issuers.get(id) ?? id) };
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
  const what = differs.length === 0 ? '' : `: ${printable(differs.join(', '))}`;
  const option = isDone ? '' : ` (only with ${needs})`;
  stdout.write(`${SIGNS[act]} ${act} ${printable(nameOf(kind, name))}${what}${option}\n`);
}
