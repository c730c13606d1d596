import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { rawAnswer } from '../../api/client.js';
import { EmptyState } from '../../components/EmptyState.js';
import { Field } from '../../components/Field.js';
import { Loaded } from '../../components/Loaded.js';
import { Page } from '../../components/Page.js';
import { OperationView } from './OperationView.js';
import { groupsOf, type ApiDocument, type ApiGroup, type ApiOperation } from './operations-of.js';
import styles from './Reference.module.css';

/** The API reference: every operation, to try with the current session. */
export function ReferencePage() {
  const document = useQuery({
    queryKey: ['openapi'],
    queryFn: async () =>
      groupsOf(JSON.parse((await rawAnswer(null, '/v1/openapi.json')).text) as ApiDocument),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page
      title="API"
      lead={
        <>
          Everything that the Console does is a call of this interface. Try one with your session, and copy it
          for a program, which needs a <Link to="/credentials">credential</Link>. The{' '}
          <a href="/docs" target="_blank" rel="noopener noreferrer">
            documentation
          </a>{' '}
          says more.
        </>
      }
    >
      <Loaded query={document} lines={20}>
        {(groups) => <Operations groups={groups} />}
      </Loaded>
    </Page>
  );
}

function Operations({ groups }: { groups: readonly ApiGroup[] }) {
  const { operation: asked } = useSearch({ from: '/shell/reference' });
  const [text, setText] = useState('');
  const all = groups.flatMap(({ operations }) => operations);
  const shown = all.find(({ id }) => id === asked) ?? null;
  const found = groups
    .map((group) => ({ ...group, operations: group.operations.filter((each) => isLike(each, text)) }))
    .filter(({ operations }) => operations.length > 0);
  return (
    <div className={styles.halves} data-chosen={shown !== null}>
      <nav className={styles.list} aria-label="Operations">
        <Field
          label="Find an operation"
          type="search"
          value={text}
          placeholder="rotate, /v1/records …"
          onChange={(event) => setText(event.target.value)}
        />
        {found.map(({ name, operations }) => (
          <section key={name}>
            <h2>{name}</h2>
            <ul role="list">
              {operations.map(({ id, method, path }) => (
                <li key={id}>
                  <Link
                    to="/reference"
                    search={{ operation: id }}
                    resetScroll={false}
                    activeProps={{ 'aria-current': undefined }}
                    aria-current={id === asked ? 'true' : undefined}
                  >
                    <span className={styles.method} data-method={method}>
                      {method}
                    </span>
                    <span className={styles.path}>{path}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && <p className={styles.quiet}>No operation matches.</p>}
      </nav>
      <div className={styles.shown}>
        {shown === null ? (
          <EmptyState title="Choose an operation">
            <p>
              {all.length} operations, each with an example, what it needs, and the errors that it can answer.
            </p>
          </EmptyState>
        ) : (
          <OperationView key={shown.id} operation={shown} />
        )}
      </div>
    </div>
  );
}

function isLike({ id, path, summary, method }: ApiOperation, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  const all = `${id} ${method} ${path} ${summary}`.toLowerCase();
  return words.every((word) => all.includes(word));
}
