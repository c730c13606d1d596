/** A secret that works until a time, or as long as its owner where that is null. */
type Working<Secret> = Secret & { works_until: string | null };

interface Rotation<Secret> {
  secret: Secret;
  overlap_ends_at: string;
  occurred_at: string;
}

/** The secret that a rotation has replaced, as long as it works beside the new one; null otherwise. */
export function oldSecret<Secret extends { works_until: string | null }>(
  [, old]: readonly Secret[],
  at: Date,
): (Secret & { works_until: string }) | null {
  const works_until = old?.works_until ?? null;
  if (old === undefined || works_until === null || Date.parse(works_until) <= at.getTime()) return null;
  return { ...old, works_until };
}

/** Secrets after a rotation, newest first: the new one, and until the overlap ends the newest before it. */
export function rotatedSecrets<Secret>(
  [newest]: readonly Working<Secret>[],
  { secret, overlap_ends_at: works_until, occurred_at }: Rotation<Secret>,
): Working<Secret>[] {
  const overlaps = newest !== undefined && Date.parse(works_until) > Date.parse(occurred_at);
  return [{ ...secret, works_until: null }, ...(overlaps ? [{ ...newest, works_until }] : [])];
}
