import { useState } from 'react';
import { serverClock } from '../api/server-time.js';
import { Button } from '../components/Button.js';
import { Table, type Column } from '../components/Table.js';
import { useZone } from '../components/preferences.js';
import { shortNumber, wholeNumber } from '../format/numbers.js';
import { axisTime, shortTime, type Zone } from '../format/times.js';
import styles from './StackedBars.module.css';
import { niceAbove, totalOf, type Granularity, type Stacks } from './stacks.js';

const COLOURS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'];
/** Bars whose time is written below them, at most. */
const MOST_LABELS = 7;

interface Props {
  /** Title, such as `Verifications by outcome`. */
  title: string;
  stacks: Stacks;
  granularity: Granularity;
  /** CSS variables of the colours for parts whose colour has a meaning. */
  colours?: Readonly<Record<string, string>>;
  /** Label of a name. */
  nameOf?: (name: string) => string;
}

/** Counts as stacked bars, or as a table. */
export function StackedBars(props: Props) {
  const [isTable, setTable] = useState(false);
  return (
    <figure className={`card ${styles.figure}`}>
      <figcaption className={styles.caption}>
        <h2>{props.title}</h2>
        <Button look="plain" size="s" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </figcaption>
      {isTable ? <CountTable {...props} /> : <Chart {...props} />}
    </figure>
  );
}

/** Placeholder of the chart's height. */
export function BarsPlace({ title }: { title: string }) {
  return (
    <div className={`card ${styles.figure}`} role="status">
      <span className="visually-hidden">Loading…</span>
      <div className={styles.caption} aria-hidden="true">
        <h2>{title}</h2>
        <Button look="plain" size="s" disabled tabIndex={-1}>
          Show as table
        </Button>
      </div>
      <div className={styles.chart} />
      <div className={styles.legend} aria-hidden="true">
        {'\u00a0'}
      </div>
    </div>
  );
}

function Chart({ title, stacks, granularity, colours = {}, nameOf = String }: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const zone = useZone();
  const { starts, parts } = stacks;
  const colourOf = (name: string, index: number) =>
    `var(${colours[name] ?? COLOURS[index % COLOURS.length]})`;
  const highest = Math.max(
    1,
    ...starts.map((_start, bar) => totalOf(parts.map(({ counts }) => counts[bar] ?? 0))),
  );
  const top = niceAbove(highest);
  const total = totalOf(parts.map(({ counts }) => totalOf(counts)));
  const bar = pointed === null ? undefined : starts[pointed];
  const step = Math.ceil(starts.length / MOST_LABELS);
  return (
    <>
      <div
        className={styles.chart}
        role="img"
        aria-label={`${title}: ${wholeNumber(total)} in all. The table has each number.`}
        onPointerLeave={() => setPointed(null)}
      >
        <div className={styles.scale}>
          <span>{shortNumber(top)}</span>
          <span>{top > 1 && shortNumber(top / 2)}</span>
          <span>0</span>
        </div>
        <div className={styles.bars}>
          {starts.map((start, at) => (
            <div key={start} onPointerEnter={() => setPointed(at)} data-pointed={at === pointed}>
              {parts.map(({ name, counts }, index) => (
                <i
                  key={name}
                  style={{ height: `${(100 * (counts[at] ?? 0)) / top}%`, background: colourOf(name, index) }}
                />
              ))}
              {at % step === 0 && <small>{axisTime(start, granularity, zone)}</small>}
            </div>
          ))}
        </div>
      </div>
      <ul role="list" className={styles.legend}>
        {parts.map(({ name, counts }, index) => (
          <li key={name}>
            <span className={styles.swatch} style={{ background: colourOf(name, index) }} />
            {nameOf(name)} <b>{wholeNumber(pointed === null ? totalOf(counts) : (counts[pointed] ?? 0))}</b>
          </li>
        ))}
        <li className={styles.when}>
          {bar === undefined ? parts.length > 0 && 'in total' : barLabel(bar, granularity, zone)}
        </li>
      </ul>
    </>
  );
}

function CountTable({ title, stacks, granularity, nameOf = String }: Props) {
  const zone = useZone();
  return (
    <div className={styles.table} tabIndex={0} role="region" aria-label={title}>
      <Table
        label={title}
        columns={[
          {
            title: granularity === 'day' ? 'Day' : 'Hour',
            cell: (bar) => barLabel(stacks.starts[bar] ?? 0, granularity, zone),
          },
          ...stacks.parts.map(({ name, counts }): Column<number> => {
            return { title: nameOf(name), align: 'end', cell: (bar) => wholeNumber(counts[bar] ?? 0) };
          }),
        ]}
        items={[...stacks.starts.keys()]}
        keyOf={String}
      />
    </div>
  );
}

function barLabel(start: number, granularity: Granularity, zone: Zone): string {
  if (granularity === 'day') return axisTime(start, granularity, zone);
  return shortTime(start, zone, serverClock.read());
}
