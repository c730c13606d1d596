import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../components/Loaded.js';
import { Panel, Section } from '../../components/Page.js';
import styles from './Overview.module.css';

/** A short list of an overview. */
export function ListPanel<Data>({
  title,
  query,
  none,
  look = 'list',
  rows,
}: {
  title: string;
  query: UseQueryResult<Data>;
  /** Said where there are no rows. */
  none: string;
  look?: 'list' | 'bars';
  rows: (data: Data) => readonly ReactNode[];
}) {
  return (
    <Section title={title}>
      <Panel>
        <div className={styles.held}>
          <Loaded query={query} lines={4}>
            {(data) => {
              const shown = rows(data);
              if (shown.length === 0) return <p className="note">{none}</p>;
              return (
                <ul role="list" className={styles[look]}>
                  {shown}
                </ul>
              );
            }}
          </Loaded>
        </div>
      </Panel>
    </Section>
  );
}
