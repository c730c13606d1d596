/** How far a validity has run. */
export interface Validity {
  /** From 0, when it was granted, to 1, when it ends. */
  share: number;
  tone: 'good' | 'warn' | 'bad' | 'quiet';
}

const SOON = 30 * 86_400_000;

/** @param now milliseconds since 1970, by the server’s clock. */
export function validityOf(
  { created_at, valid_until, state }: { created_at: string; valid_until: string; state: string },
  now: number,
): Validity {
  const [from, to] = [Date.parse(created_at), Date.parse(valid_until)];
  const share = to <= from ? 1 : Math.min(1, Math.max(0, (now - from) / (to - from)));
  if (state === 'revoked') return { share, tone: 'bad' };
  if (state === 'expired' || share === 1) return { share: 1, tone: 'quiet' };
  return { share, tone: state === 'suspended' || to - now <= SOON ? 'warn' : 'good' };
}
