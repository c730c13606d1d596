import { invalidRequest, requireFuture } from '@service/contracts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * When a credential expires: as requested, or by default the latest that the project and the issuer's expiry
 * allow.
 * @param longestDays of the project; null for any.
 * @throws ServiceError `request.invalid` for a time that has passed, or is later than the project allows.
 */
export function decideExpiry(
  wanted: string | null | undefined,
  longestDays: number | null,
  issuerExpires: string | null,
  now: Date,
): string | null {
  if (wanted !== undefined && wanted !== null) requireFuture('expires_at', wanted, now);
  if (longestDays === null) return wanted ?? null;
  const latest = now.getTime() + longestDays * DAY;
  if (wanted === undefined) {
    const own = issuerExpires === null ? Infinity : Date.parse(issuerExpires);
    return new Date(Math.min(latest, own)).toISOString();
  }
  if (wanted !== null && Date.parse(wanted) <= latest) return wanted;
  throw invalidRequest(
    'expires_at',
    `must lie within ${longestDays} days, the longest that the project allows`,
  );
}
