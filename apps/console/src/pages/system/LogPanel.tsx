import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { rawAnswer } from '../../api/client.js';
import { environment } from '../../api/place.js';
import { useAnswer } from '../../api/queries.js';
import { CopyButton } from '../../components/CopyButton.js';
import { Loaded } from '../../components/Loaded.js';
import { Facts, Section } from '../../components/Page.js';
import { readCheckpoint } from './checkpoint-text.js';
import { duration, wholeNumber } from '../../format/numbers.js';
import styles from '../overview/Overview.module.css';
import { useStatus } from './use-status.js';

/** Milliseconds between two refetches. */
const REFRESH = 10_000;

/** The newest checkpoint. */
export function LogPanel() {
  const checkpoint = useQuery({
    queryKey: ['log', 'checkpoint'],
    queryFn: () => rawAnswer(null, `/v1/log/${environment}/checkpoint`),
    refetchInterval: REFRESH,
  });
  const witnesses = useAnswer(['log', 'witnesses'], (api) =>
    api.GET('/v1/log/{environment}/witnesses', { params: { path: { environment } } }),
  );
  const age = useStatus().data?.log.age_ms ?? null;
  return (
    <Section title="Log">
      <Loaded query={checkpoint} lines={4}>
        {({ text }) => {
          const known = readCheckpoint(text);
          if (known === null) return <p className="note">The log has no checkpoint yet.</p>;
          const { origin, size, root, signers } = known;
          const asked = witnesses.data?.data.map(({ name }) => name) ?? [];
          const cosigned = asked.filter((name) => signers.includes(name)).length;
          return (
            <Facts
              facts={[
                ['Age of its head', age === null ? null : duration(age)],
                ['Size', <Link to="/log">{wholeNumber(size)} entries</Link>],
                [
                  'Root',
                  <span className={styles.root}>
                    <code>{root}</code> <CopyButton text={root} what="root" />
                  </span>,
                ],
                ['Origin', <code>{origin}</code>],
                [
                  'Cosigned',
                  witnesses.data === undefined
                    ? null
                    : asked.length === 0
                      ? 'no witness is asked'
                      : `by ${cosigned} of ${asked.length} witnesses`,
                ],
              ]}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}
