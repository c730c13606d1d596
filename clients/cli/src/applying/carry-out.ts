import { ServiceError, type RecordVerification } from '@record-verification/client';
import { CommandError } from '../errors.js';
import type { Item } from './kinds.js';
import { metadataPatch, nameOf, type Step } from './plan.js';
import { secretFileOf, type SecretFiles } from './secret-files.js';

/** Why a change was made, in the evidence and the history. */
const REASON = 'Declared in the file of rvs apply.';

/**
 * Does a step.
 * @param ids of authorities by their issuers, which a step may add to
 * @throws ServiceError
 */
export async function carryOut(
  service: RecordVerification,
  step: Step,
  secrets: SecretFiles | null,
  ids: Map<unknown, unknown>,
): Promise<void> {
  const { act, kind, found } = step;
  const path = `/v1/${kind.section}`;
  const own = `${path}/${encodeURIComponent(String(found?.['id']))}`;
  // Sent once: the repeated answer to a creation has no secret.
  const post = (to: string, body: Item) =>
    service.request<Item>({ method: 'POST', path: to, body, maxRetries: 0 });
  if (act === 'change') return change(service, step, own);
  if (act === 'create' || act === 'replace') {
    const created = await keep(step, secrets, () => post(path, withIds(step.declared ?? {}, ids)));
    if (kind.section === 'authorities') ids.set(step.name, created['id']);
  }
  if (act === 'rotate')
    await keep(step, secrets, () => post(`${own}/rotate`, { overlap_seconds: 0, force: true }));
  if (act === 'replace' || act === 'revoke')
    await post(`${own}/${kind.revokedBy ?? 'revoke'}`, { reason: REASON });
}

async function change(service: RecordVerification, step: Step, path: string): Promise<void> {
  const { kind, differs, declared = {}, found = {} } = step;
  const patched = differs.filter((member) => kind.patched.includes(member));
  const body = Object.fromEntries(
    patched.map((member) => [
      member,
      member === 'metadata' ? metadataPatch(declared[member], found[member]) : declared[member],
    ]),
  );
  if (patched.length > 0) await service.request({ method: 'PATCH', path, body });
  for (const member of differs) {
    const command = kind.commands[member];
    if (command === undefined) continue;
    const given = { [member]: declared[member], reason: REASON };
    await service.request({ method: 'POST', path: `${path}/${command}`, body: given });
  }
}

/** A credential names the authorities that it is limited to by their issuers, or by their ids. */
function withIds(declared: Item, ids: ReadonlyMap<unknown, unknown>): Item {
  const { authorities } = declared;
  if (!Array.isArray(authorities)) return declared;
  return { ...declared, authorities: authorities.map((issuer: unknown) => ids.get(issuer) ?? issuer) };
}

async function keep(step: Step, secrets: SecretFiles | null, act: () => Promise<Item>): Promise<Item> {
  const { kind } = step;
  if (secrets === null || kind.secretOf === undefined) return act();
  const file = secretFileOf(kind.noun, step.name);
  await secrets.begin(file);
  let answer;
  try {
    answer = await act();
  } catch (error) {
    // Refused for certain: this call has made nothing.
    if (!secrets.pending.has(file) && error instanceof ServiceError && error.status < 500)
      await secrets.forget(file);
    throw error;
  }
  const secret = kind.secretOf(answer);
  if (typeof secret !== 'string')
    throw new CommandError(`${nameOf(kind, step.name)}: the answer has no secret.`);
  await secrets.store(file, secret);
  return answer;
}
