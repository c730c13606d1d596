import styles from './Sparkline.module.css';

const WIDTH = 120;
const HEIGHT = 28;

/** A row of numbers as a line, without axes.
 *  @param label says in words what it shows, such as `Verifications of the last 24 hours`. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const highest = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    const height = HEIGHT - 2 - (value / highest) * (HEIGHT - 4);
    return `${(index * step).toFixed(1)},${height.toFixed(1)}`;
  });
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${values.join(', ')}`}
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}
