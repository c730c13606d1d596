import styles from './Records.module.css';

interface Place {
  x: number;
  y: number;
}

const PLACES: Readonly<Record<string, Place>> = {
  active: { x: 12, y: 58 },
  suspended: { x: 12, y: 150 },
  superseded: { x: 196, y: 12 },
  expired: { x: 196, y: 104 },
  revoked: { x: 350, y: 58 },
};
const WIDTH = 104;
const HEIGHT = 34;

/** Transitions between states with their actions; expiry comes with time. */
const WAYS: readonly (readonly [from: string, to: string, action: string, path: string])[] = [
  ['active', 'suspended', 'suspend', 'M48 92V146'],
  ['suspended', 'active', 'reinstate', 'M80 150V96'],
  ['active', 'superseded', 'supersede', 'M116 66 192 34'],
  ['suspended', 'superseded', 'supersede', 'M116 156C168 140 168 74 194 44'],
  ['active', 'expired', 'expire', 'M116 82 192 114'],
  ['suspended', 'expired', 'expire', 'M116 170 194 134'],
  ['active', 'revoked', 'revoke', 'M116 75H346'],
  ['suspended', 'revoked', 'revoke', 'M116 178C260 184 372 160 392 96'],
  ['superseded', 'revoked', 'revoke', 'M300 34 348 62'],
  ['expired', 'revoked', 'revoke', 'M300 116 348 88'],
];

/** The states of a record: the current one, and those it can change to. */
export function StateGraph({ state, allowed }: { state: string; allowed: readonly string[] }) {
  const ways = allowed.length === 0 ? 'final' : `it may be: ${allowed.join(', ')}`;
  return (
    <svg className={styles.graph} viewBox="0 0 466 196" role="img" aria-label={`${state}; ${ways}`}>
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
      {WAYS.map(([from, to, action, path]) => {
        const isOpen = from === state && (allowed.includes(action) || action === 'expire');
        return (
          <path
            key={`${from} ${to}`}
            d={path}
            className={isOpen ? styles.open : styles.way}
            markerEnd={`url(#arrow-${isOpen ? 'open' : 'quiet'})`}
          />
        );
      })}
      {Object.entries(PLACES).map(([name, { x, y }]) => (
        <g key={name} className={name === state ? styles.here : styles.place}>
          <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx="6" />
          <text x={x + WIDTH / 2} y={y + HEIGHT / 2} textAnchor="middle" dominantBaseline="central">
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}
