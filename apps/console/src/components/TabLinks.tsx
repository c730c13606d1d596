import { Link } from '@tanstack/react-router';
import styles from './TabLinks.module.css';

/** Parts of one thing as links, so that each has its address. The first is shown where the address names none.
 *  @param name the member of the address that says which, such as `tab`. */
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
          search={((before: object) => ({ ...before, [name]: index === 0 ? undefined : value })) as never}
          replace
          resetScroll={false}
          // Else the router marks every tab of the page.
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          aria-current={value === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
