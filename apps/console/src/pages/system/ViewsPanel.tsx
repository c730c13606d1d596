import { Loaded } from '../../components/Loaded.js';
import { Facts, Section } from '../../components/Page.js';
import { State } from '../../components/State.js';
import { duration } from '../../format/numbers.js';
import { useStatus } from './use-status.js';

/** Lag in milliseconds that counts as current. */
const CURRENT = 1_000;

/** Lag of the read models. */
export function ViewsPanel() {
  const status = useStatus();
  return (
    <Section title="Views">
      <Loaded query={status} lines={4}>
        {({ views }) => (
          <Facts
            facts={views.map(({ name, behind_ms: behind, stale }) => [
              name,
              stale ? (
                <State state="stale" tone="bad">
                  {duration(behind)} behind: refuses to answer
                </State>
              ) : (
                <State state="current" tone={behind < CURRENT ? 'good' : 'warn'}>
                  {behind < CURRENT ? 'current' : `${duration(behind)} behind`}
                </State>
              ),
            ])}
          />
        )}
      </Loaded>
    </Section>
  );
}
