import { useAnswer } from '../../api/queries.js';
import { environment } from '../../api/place.js';
import { EmptyState } from '../../components/EmptyState.js';
import { Loaded } from '../../components/Loaded.js';
import { Section } from '../../components/Page.js';
import { Table } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { useZone } from '../../components/zone.js';
import { shortNumber, wholeNumber } from '../../format/numbers.js';
import { exactTime } from '../../format/times.js';
import { drawGrowth } from './growth.js';
import styles from './Log.module.css';

const WIDTH = 720;
const HEIGHT = 180;

/** The size of the log over time, from checkpoints that it published. */
export function GrowthChart() {
  const zone = useZone();
  const checkpoints = useAnswer(['log', 'checkpoints'], (api) =>
    api.GET('/v1/log/{environment}/checkpoints', {
      params: { path: { environment }, query: { limit: 60 } },
    }),
  );
  return (
    <Section title="Size over time">
      <Loaded query={checkpoints} lines={9}>
        {({ data }) => {
          const growth = drawGrowth(
            data.map(({ published_at, tree_size }) => ({ at: Date.parse(published_at), size: tree_size })),
            WIDTH,
            HEIGHT,
          );
          if (growth === null) return <EmptyState title="The log has not grown yet" />;
          const { line, most, from, to } = growth;
          const [start, end] = [from, to].map((at) => exactTime(new Date(at).toISOString(), zone));
          const size = data.at(-1)?.tree_size ?? 0;
          return (
            <figure className={styles.chart}>
              <span className={styles.most}>{shortNumber(most)}</span>
              <svg
                viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
                preserveAspectRatio="none"
                role="img"
                aria-label={`The log grew from ${wholeNumber(data[0]?.tree_size ?? 0)} to ${wholeNumber(size)} entries between ${start} and ${end}.`}
              >
                <path d={`${line}V${HEIGHT}H0z`} className={styles.area} />
                <path d={line} className={styles.curve} />
              </svg>
              <figcaption className={styles.axis}>
                <span>{start}</span>
                <span>{end}</span>
              </figcaption>
              <details className={styles.table}>
                <summary>Show as table</summary>
                <Table
                  label="Checkpoints of the log"
                  items={data.toReversed()}
                  keyOf={({ tree_size }) => String(tree_size)}
                  columns={[
                    {
                      title: 'Published',
                      nowrap: true,
                      cell: ({ published_at }) => <Time at={published_at} exact />,
                    },
                    { title: 'Entries', align: 'end', cell: ({ tree_size }) => wholeNumber(tree_size) },
                    { title: 'Root', cell: ({ root_hash }) => <code>{root_hash}</code> },
                  ]}
                />
              </details>
            </figure>
          );
        }}
      </Loaded>
    </Section>
  );
}
