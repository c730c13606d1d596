import { useAnswer } from '../../api/queries.js';
import { serverClock } from '../../api/server-time.js';
import { wholeNumber } from '../../format/numbers.js';
import styles from './Usage.module.css';
import { isVerification, itemsOf } from './usage-totals.js';
import { clockTime, utcDay } from '../../format/times.js';
import { useZone } from '../../components/preferences.js';

/** How much of today's quota of verifications is used; the API does not report other quotas. */
export function Quotas() {
  const project = useAnswer(['projects', 'current'], (api) => api.GET('/v1/projects/current'));
  const quota = project.data?.project?.quota.verify;
  const now = serverClock.read();
  const [today, midnight] = [now, now + 86_400_000].map(utcDay) as [string, string];
  const usage = useAnswer(
    ['usage', 'quota', today],
    (api) => api.GET('/v1/usage', { params: { query: { from: `${today}T00:00:00Z`, granularity: 'day' } } }),
    { enabled: quota !== undefined },
  );
  if (quota === undefined) return null;
  const used = itemsOf((usage.data?.data ?? []).filter(isVerification));
  return (
    <div className={`row ${styles.quota}`}>
      <label htmlFor="quota">Verifications of today</label>
      <meter id="quota" min={0} max={quota} high={quota * 0.9} optimum={0} value={used} />
      <span>
        {wholeNumber(used)} of {wholeNumber(quota)}; the count starts again at{' '}
        {clockTime(Date.parse(midnight), useZone(), now)}
      </span>
    </div>
  );
}
