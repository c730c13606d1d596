import { Link } from '@tanstack/react-router';
import styles from './TabLinks.module.css';

/** Tabs as links, so that each has a URL. The first is the default. @param name the search parameter, such as `tab`. */
export function TabLinks({
  name = 'tab',
  current,
  tabs,
  label,
}: {
  name?: string;
  current: string;
  tabs: readonly { value: string; label: string }[];
  label: string;
}) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ value, label }, index) => (
        <Link
          key={value}
          to="."
          search={
            ((before: object) => ({
              ...before,
              after: undefined,
              [name]: index === 0 ? undefined : value,
            })) as never
          }
          replace
          resetScroll={false}
          // Otherwise the router marks every tab as active.
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          aria-current={value === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
