import { Link } from '@tanstack/react-router';
import { useAnswer } from '../../api/queries.js';
import { Loaded } from '../../components/Loaded.js';
import { Facts, Page, Section } from '../../components/Page.js';
import { State } from '../../components/State.js';
import { counted, duration } from '../../format/numbers.js';
import { LiveStatus } from '../../live/LiveStatus.js';
import { useLiveQueries } from '../../live/use-live.js';

/** Lag in milliseconds that counts as current. */
const CURRENT = 1_000;

/** How the service itself is: its log, and the views that answers are read from. */
export function SystemPage() {
  const state = useLiveQueries(['log'], ['status'], { atMostEvery: 5_000 });
  const status = useAnswer(['status'], (api) => api.GET('/v1/status'), { refetchInterval: 10_000 });
  return (
    <Page
      title="System"
      lead="Whether the log, and the views that answers are read from, keep up with what is written."
      beside={<LiveStatus state={state} />}
    >
      <Loaded query={status} lines={10}>
        {({ log, views }) => (
          <>
            <Section title="Log">
              <Facts
                facts={[
                  [
                    'Newest checkpoint',
                    log.age_ms === null ? (
                      'none yet'
                    ) : (
                      <Lag milliseconds={log.age_ms} isStale={log.stale} what="old" />
                    ),
                  ],
                  ['Size', <Link to="/log">{counted(log.tree_size, 'entry', 'entries')}</Link>],
                  ['Origin', log.origin === null ? 'none yet' : <code>{log.origin}</code>],
                ]}
              />
            </Section>
            <Section title="Views">
              <Facts
                facts={views.map(({ name, behind_ms: behind, stale }) => [
                  name,
                  <Lag key={name} milliseconds={behind} isStale={stale} what="behind" />,
                ])}
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Lag({ milliseconds, isStale, what }: { milliseconds: number; isStale: boolean; what: string }) {
  const isCurrent = milliseconds < CURRENT;
  return (
    <State state={isStale ? 'stale' : 'current'} tone={isStale ? 'bad' : isCurrent ? 'good' : 'warn'}>
      {isCurrent ? 'current' : `${duration(milliseconds)} ${what}`}
      {isStale && ': refuses to answer'}
    </State>
  );
}
