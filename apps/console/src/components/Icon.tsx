import styles from './Icon.module.css';

/** Icons of 16 × 16 as SVG paths, in the colour of the surrounding text. */
const SHAPES = {
  overview: 'M2.5 8.5h4v5h-4zM9.5 2.5h4v11h-4zM2.5 2.5h4v3h-4z',
  verify: 'M8 1.8 13.2 4v4c0 3.2-2.2 5.3-5.2 6.2C5 13.3 2.8 11.2 2.8 8V4zM5.6 8l1.7 1.7L10.5 6.3',
  records: 'M4 1.8h5.5L12.5 5v9.2H4zM9.3 2v3.2h3M6.2 8.3h4M6.2 11h4',
  authorities: 'M8 1.8 14 5H2zM3.5 5.5v6M6.5 5.5v6M9.5 5.5v6M12.5 5.5v6M2 13.7h12',
  credentials: 'M9.3 6.7a3 3 0 1 0-2-2l-5 5V13h2.2v-1.7h1.7V9.6h1.6z M10.8 4.7h.01',
  subscriptions: 'M8 3.5v0M4.5 11.5V7a3.5 3.5 0 0 1 7 0v4.5l1.2 1H3.3zM6.7 14.3h2.6',
  events: 'M1.8 8h2.7l1.7-4.7 3 9.4L11 8h3.2',
  history: 'M2.8 5.2A6 6 0 1 1 2 8.5M2.3 2.5v3h3M8 5v3.3l2.3 1.4',
  usage: 'M2.5 13.5h11M4 11V8M7 11V4.5M10 11V6.5M13 11V3',
  log: 'M8 2v4M8 6 4 9.5M8 6l4 3.5M4 9.5v3M12 9.5v3M4 9.5l-1.8 3M12 9.5l1.8 3',
  system: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01',
  team: 'M6 7.3a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M1.7 13.7c.2-2.7 1.9-4.2 4.3-4.2s4.1 1.5 4.3 4.2M10.5 2.8a2.3 2.3 0 0 1 0 4.3M12 9.8c1.4.6 2.2 1.9 2.3 3.9',
  account: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.5 14.2c.3-3 2.4-4.7 5.5-4.7s5.2 1.7 5.5 4.7',
  api: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5M9 2.5 7 13.5',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10M10.7 10.7 14 14',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.3V2.5h-8v8h2.8',
  check: 'm3 8.5 3.3 3.3L13 4.5',
  cross: 'm4 4 8 8M12 4l-8 8',
  dots: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  ring: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11',
  warning: 'M8 2 14.5 13.5h-13zM8 6.3v3.4M8 11.7h.01',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  plus: 'M8 3v10M3 8h10',
  down: 'm4 6 4 4 4-4',
  download: 'M8 2v8M4.7 7 8 10.3 11.3 7M2.5 13.5h11',
  external: 'M9 2.5h4.5V7M13.3 2.7 7.5 8.5M11.5 9.5v4h-9v-9h4',
  refresh: 'M13.2 6.5A5.5 5.5 0 1 0 13.5 9M13.5 2.8v3.7H9.8',
  filter: 'M2 3.5h12L9.5 8.5v4.7l-3-1.5V8.5z',
  link: 'M6.8 9.2a2.5 2.5 0 0 0 3.6 0l2.4-2.4a2.5 2.5 0 0 0-3.6-3.6l-.9.9M9.2 6.8a2.5 2.5 0 0 0-3.6 0L3.2 9.2a2.5 2.5 0 0 0 3.6 3.6l.9-.9',
  key: 'M9.3 6.7a3 3 0 1 0-2-2l-5 5V13h2.2v-1.7h1.7V9.6h1.6z',
  out: 'M6 2.5H2.5v11H6M10.5 5l3 3-3 3M13.3 8H6.5',
} as const;

export type IconName = keyof typeof SHAPES;

/** A decorative icon beside a word, hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
    </svg>
  );
}
