import {
  OPERATION_KINDS,
  TERMS_BOUNDS,
  countCharacters,
  invalidRequest,
  type ProjectTerms,
  type Quota,
  type QuotaChange,
} from '@service/contracts';

/** @throws ServiceError `request.invalid`, naming the member. */
export function requireProjectTerms({ name, quota, max_credential_days: days }: ProjectTerms): void {
  const { name: longest, credentialDays, quota: most } = TERMS_BOUNDS;
  const length = countCharacters(name);
  if (length < 1 || length > longest)
    throw invalidRequest('name', `must be a text of 1 to ${longest} characters`);
  if (days !== null && !isWhole(days, 1, credentialDays)) {
    throw invalidRequest(
      'max_credential_days',
      `must be a whole number from 1 to ${credentialDays}, or null`,
    );
  }
  const known = Object.entries(quota).every(
    ([kind, count]) => OPERATION_KINDS.some((each) => each === kind) && isWhole(count, 0, most),
  );
  if (known) return;
  const kinds = OPERATION_KINDS.join(', ');
  throw invalidRequest('quota', `must hold whole numbers from 0 to ${most}, or null, for some of ${kinds}`);
}

/** A quota after a change of some of its kinds. */
export function changedQuota(quota: Quota, change: QuotaChange | undefined): Quota {
  if (change === null) return {};
  const kept = Object.entries({ ...quota, ...change }).filter(([, count]) => count !== null);
  return Object.fromEntries(kept) as Quota;
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
