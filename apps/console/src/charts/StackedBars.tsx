import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../components/Button.js';
import { wholeNumber } from '../format/numbers.js';
import styles from './StackedBars.module.css';
import { totalOf, type Granularity, type Stacks } from './stacks.js';
import { barLabel } from './utc-labels.js';

const HEIGHT = 220;
const COLOURS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'];

interface Props {
  /** Title, such as `Verifications by outcome`. */
  title: string;
  stacks: Stacks;
  granularity: Granularity;
  /** CSS variables of the colours for parts whose colour has a meaning. */
  colours?: Readonly<Record<string, string>>;
  /** Label of a name. */
  nameOf?: (name: string) => string;
  limit?: number | null;
  children?: ReactNode;
}

/** Counts as stacked bars, or as a table; both in UTC, as usage is counted. */
export function StackedBars({
  title,
  stacks,
  granularity,
  colours = {},
  nameOf = asItIs,
  limit = null,
  children,
}: Props) {
  const [isTable, setTable] = useState(false);
  const variables = stacks.parts.map(
    ({ name }, index) => colours[name] ?? COLOURS[index % COLOURS.length] ?? '--chart-6',
  );
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <h2>{title}</h2>
        <Button look="plain" size="s" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </figcaption>
      {isTable ? (
        <CountTable title={title} stacks={stacks} granularity={granularity} nameOf={nameOf} />
      ) : (
        <Chart
          stacks={stacks}
          granularity={granularity}
          variables={variables}
          nameOf={nameOf}
          limit={limit}
          title={title}
          onFailed={() => setTable(true)}
        />
      )}
      {children}
    </figure>
  );
}

/** Placeholder of the chart's height. */
export function BarsPlace({ title }: { title: string }) {
  return (
    <div className={styles.figure} role="status">
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

function Chart({
  title,
  stacks,
  granularity,
  variables,
  nameOf,
  limit,
  onFailed,
}: {
  title: string;
  stacks: Stacks;
  granularity: Granularity;
  variables: readonly string[];
  nameOf: (name: string) => string;
  limit: number | null;
  /** Called when the drawing script cannot be loaded. */
  onFailed: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const scheme = useScheme();
  // Redraw only when the data change.
  const drawn = JSON.stringify([stacks, variables, granularity, limit]);
  useEffect(() => {
    let remove = () => {};
    let isGone = false;
    const draw = async (): Promise<void> => {
      const { drawBars } = await import('./draw-bars.js');
      if (isGone || place.current === null) return;
      const [shown, colours, step, line] = JSON.parse(drawn) as [
        Stacks,
        string[],
        Granularity,
        number | null,
      ];
      const options = { granularity: step, colours, limit: line, height: HEIGHT, onPoint: setPointed };
      remove = drawBars(place.current, shown, options);
    };
    draw().catch(() => {
      if (!isGone) onFailed();
    });
    return () => {
      isGone = true;
      remove();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new callback does not change the chart
  }, [drawn, scheme]);
  const total = totalOf(stacks.parts.map(({ counts }) => totalOf(counts)));
  const bar = pointed === null ? null : stacks.starts[pointed];
  return (
    <>
      <div
        ref={place}
        className={styles.chart}
        role="img"
        aria-label={`${title}: ${wholeNumber(total)} in all. The table has each number.`}
      />
      <ul role="list" className={styles.legend}>
        {stacks.parts.map(({ name, counts }, index) => (
          <li key={name}>
            <span className={styles.swatch} style={{ background: `var(${variables[index]})` }} />
            {nameOf(name)} <b>{wholeNumber(pointed === null ? totalOf(counts) : (counts[pointed] ?? 0))}</b>
          </li>
        ))}
        <li className={styles.when}>
          {bar === null || bar === undefined ? 'in all' : `${barLabel(bar, granularity)} UTC`}
        </li>
      </ul>
    </>
  );
}

function CountTable({
  title,
  stacks,
  granularity,
  nameOf,
}: {
  title: string;
  stacks: Stacks;
  granularity: Granularity;
  nameOf: (name: string) => string;
}) {
  return (
    <div className={styles.table} tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{granularity === 'day' ? 'Day (UTC)' : 'Hour (UTC)'}</th>
            {stacks.parts.map(({ name }) => (
              <th key={name} scope="col">
                {nameOf(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stacks.starts.map((start, bar) => (
            <tr key={start}>
              <th scope="row">{barLabel(start, granularity)}</th>
              {stacks.parts.map(({ name, counts }) => (
                <td key={name}>{wholeNumber(counts[bar] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Changes with the colour scheme. */
function useScheme(): string {
  const [scheme, setScheme] = useState('');
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const changed = () => setScheme(dark.matches ? 'dark' : 'light');
    dark.addEventListener('change', changed);
    return () => dark.removeEventListener('change', changed);
  }, []);
  return scheme;
}

function asItIs(name: string): string {
  return name;
}
