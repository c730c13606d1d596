import { environment } from '../../api/place.js';
import { CodeBlock } from '../../components/CodeBlock.js';
import { EmptyState } from '../../components/EmptyState.js';
import { Section } from '../../components/Page.js';
import { State } from '../../components/State.js';
import { Table } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import type { Head, NoteLine } from '../../verifying/messages.js';
import styles from './Log.module.css';

/** The checkpoint as received, each of its signatures, and the witnesses that did not sign it. */
export function Signatures({ head }: { head: Head }) {
  const { lines, witnesses, note } = head;
  const missing = witnesses.filter(
    ({ name, keyHash }) => !lines.some((line) => line.name === name && line.keyHash === keyHash),
  );
  const rows: NoteLine[] = [
    ...lines,
    ...missing.map(
      ({ name, keyHash }) => ({ name, keyHash, by: 'witness', verdict: 'unknown key', at: null }) as const,
    ),
  ];
  const isMissing = ({ name, keyHash }: NoteLine) =>
    missing.some((each) => each.name === name && each.keyHash === keyHash);
  return (
    <Section title="Checkpoint and witnesses">
      <Table
        label="Signatures of the checkpoint"
        items={rows}
        keyOf={({ name, keyHash }) => `${name} ${keyHash}`}
        columns={[
          { title: 'Who', cell: ({ name }) => <code>{name}</code> },
          { title: 'Key', nowrap: true, cell: ({ keyHash }) => <code>{keyHash}</code> },
          {
            title: 'As',
            cell: ({ by }) => ({ log: 'the log', witness: 'a witness', unknown: 'nobody pinned' })[by],
          },
          {
            title: 'Verdict',
            cell: (line) =>
              isMissing(line) ? (
                <State state="missing" tone="warn">
                  did not cosign this one
                </State>
              ) : (
                <State
                  state={line.verdict}
                  tone={line.verdict === 'valid' ? 'good' : line.verdict === 'invalid' ? 'bad' : 'open'}
                />
              ),
          },
          { title: 'Seen', nowrap: true, cell: ({ at }) => (at === null ? '—' : <Time at={at} />) },
        ]}
      />
      {witnesses.length === 0 && (
        <EmptyState title="No witness watches this log">
          <p>
            Without one, the log could show different people different trees. The operator of the service
            names witnesses in <code>LOG_WITNESSES</code>; anybody can be one, with{' '}
            <code>rvs log witness</code>.
          </p>
        </EmptyState>
      )}
      <CodeBlock text={note} what="checkpoint" />
      <ul className={styles.links}>
        {['checkpoint', 'keys', 'checkpoints', 'witnesses', 'policy'].map((name) => (
          <li key={name}>
            <a href={`/v1/log/${environment}/${name}`}>
              /v1/log/{environment}/{name}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
