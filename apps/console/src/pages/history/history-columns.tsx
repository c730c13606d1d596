import { NameOf } from '../../components/NameOf.js';
import { RowLink } from '../../components/RowLink.js';
import { ServerText } from '../../components/ServerText.js';
import { Badge, State, type Tone } from '../../components/State.js';
import type { Column } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { duration } from '../../format/numbers.js';
import styles from './History.module.css';
import type { Line } from './interaction-line.js';

const OUTCOME_TONES: Readonly<Record<Line['outcome'], Tone>> = {
  succeeded: 'good',
  refused: 'warn',
  failed: 'bad',
};

export const columns: readonly Column<Line>[] = [
  { title: 'Time', nowrap: true, cell: (line) => <Time at={line.occurred_at} exact /> },
  {
    title: 'Operation',
    nowrap: true,
    cell: ({ request_id, operation }) => (
      <RowLink to="/history/$id" params={{ id: request_id }}>
        <code>{operation}</code>
      </RowLink>
    ),
  },
  { title: 'Outcome', cell: (line) => <Outcome line={line} /> },
  { title: 'By', cell: (line) => <ActorText line={line} /> },
  { title: 'Channel', cell: ({ channel }) => <Badge>{channel}</Badge> },
  { title: 'Subject', cell: (line) => <Subjects line={line} most={1} /> },
  { title: 'Duration', align: 'end', nowrap: true, cell: ({ duration_ms }) => duration(duration_ms) },
];

/** The outcome; an error's code links to its explanation. */
export function Outcome({ line }: { line: Line }) {
  const { outcome, status, error_code: code } = line;
  return (
    <span className={`row ${styles.outcome}`}>
      <State state={outcome} tone={OUTCOME_TONES[outcome]}>
        {outcome} {status}
      </State>
      {code !== null && (
        <a href={`/docs/errors#${code}`} target="_blank" rel="noopener noreferrer">
          <code>{code}</code>
        </a>
      )}
    </span>
  );
}

/** Who did it. @param brief in a sentence, by name alone where there is one */
export function ActorText({ line, brief }: { line: Line; brief?: boolean }) {
  const { type, id } = line.actor;
  if (type === 'credential' || type === 'operator') return <NameOf id={id} brief={brief} />;
  return (
    <span>
      {type === 'oauth' && <span className="note">token of </span>}
      {type === 'service' && 'the '}
      <ServerText text={id} code length={40} />
    </span>
  );
}

/** The subjects: the first ones, and how many more. */
export function Subjects({ line, most }: { line: Line; most: number }) {
  const { subjects } = line;
  if (subjects.length === 0) return <span className="note">—</span>;
  return (
    <span className="row">
      {subjects.slice(0, most).map((subject) => (
        <NameOf key={subject} id={subject} />
      ))}
      {subjects.length > most && <span className="note">and {subjects.length - most} more</span>}
    </span>
  );
}
