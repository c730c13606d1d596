/** A secret that works until a time, or as long as its owner where that is null. */
type Working<Secret> = Secret & { works_until: string | null };

interface Rotation<Secret> {
  secret: Secret;
  overlap_ends_at: string;
  occurred_at: string;
}

/** Secrets after a rotation, newest first: the new one, and until the overlap ends the newest before it. */
export function rotatedSecrets<Secret>(
  [newest]: readonly Working<Secret>[],
  { secret, overlap_ends_at: works_until, occurred_at }: Rotation<Secret>,
): Working<Secret>[] {
  const overlaps = newest !== undefined && Date.parse(works_until) > Date.parse(occurred_at);
  return [{ ...secret, works_until: null }, ...(overlaps ? [{ ...newest, works_until }] : [])];
}
