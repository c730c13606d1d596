import { RECORD_STATES, RECORD_TRANSITIONS, recordTransitionOf } from '@service/evidence';
import type { Schemas } from '../../api/client.js';
import styles from './Records.module.css';
import { arcsOf } from './state-arcs.js';

const SIZES = { width: 84, height: 34, step: 95, rise: 27 };
const EXPIRY = 'service.record.expired';
const ARCS = arcsOf(RECORD_STATES, RECORD_TRANSITIONS, SIZES).filter(({ from, to }) => from !== to);
const HIGH = SIZES.rise * (RECORD_STATES.length - 1) + 2;
const BOX = `-2 ${-HIGH} ${SIZES.step * (RECORD_STATES.length - 1) + SIZES.width + 4} ${HIGH + SIZES.height + SIZES.rise + 4}`;

type Allowed = Schemas['Record']['allowed_transitions'];

/** The states of a record: the current one, and those that it can change to; time alone makes it expire. */
export function StateGraph({ state, allowed }: { state: string; allowed: Allowed }) {
  const ways = allowed.length === 0 ? 'final' : `it may be: ${allowed.join(', ')}`;
  const open: readonly string[] = [...allowed.map(recordTransitionOf), EXPIRY];
  return (
    <svg className={styles.graph} viewBox={BOX} role="img" aria-label={`${state}; ${ways}`}>
      <defs>
        {['quiet', 'open'].map((kind) => (
          <marker
            key={kind}
            id={`arrow-${kind}`}
            className={kind === 'open' ? styles.openHead : styles.quietHead}
            viewBox="0 0 8 8"
            refX="6"
            refY="4"
            markerWidth="6"
            markerHeight="6"
            orient="auto-start-reverse"
          >
            <path d="M0 0 8 4 0 8z" />
          </marker>
        ))}
      </defs>
      {ARCS.map(({ type, from, to, path }) => {
        const isOpen = from === state && open.includes(type);
        return (
          <path
            key={`${from} ${to}`}
            d={path}
            className={isOpen ? styles.open : styles.way}
            markerEnd={`url(#arrow-${isOpen ? 'open' : 'quiet'})`}
          />
        );
      })}
      {RECORD_STATES.map((name, at) => (
        <g key={name} className={name === state ? styles.here : styles.place}>
          <rect x={at * SIZES.step} y="0" width={SIZES.width} height={SIZES.height} rx="6" />
          <text
            x={at * SIZES.step + SIZES.width / 2}
            y={SIZES.height / 2}
            textAnchor="middle"
            dominantBaseline="central"
          >
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}
