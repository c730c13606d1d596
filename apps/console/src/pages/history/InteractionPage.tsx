import { Link, useParams } from '@tanstack/react-router';
import { useAnswer } from '../../api/queries.js';
import { IdText } from '../../components/IdText.js';
import { EntityPage, jsonPart } from '../EntityPage.js';
import { Facts, Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { Badge } from '../../components/State.js';
import { Time } from '../../components/Time.js';
import { counted, duration } from '../../format/numbers.js';
import { ActorText, Outcome, Subjects } from './history-columns.js';
import styles from './History.module.css';
import { ACTOR_WORDS, callerOf, type Line } from './interaction-line.js';

/** Everything that is known of one request. */
export function InteractionPage() {
  const { id } = useParams({ from: '/shell/history/$id' });
  const query = useAnswer(['interactions', id], (api) =>
    api.GET('/v1/interactions/{id}', { params: { path: { id } } }),
  );
  return (
    <EntityPage
      kind="request"
      id={id}
      path="interactions"
      query={query}
      name={query.data?.operation}
      parts={[['overview', 'Overview', (line) => <Known line={line} />], jsonPart('interaction')]}
    />
  );
}

function Known({ line }: { line: Line }) {
  const { type, session } = line.actor;
  const caller = callerOf(line);
  const [subject] = line.subjects;
  return (
    <>
      <Facts
        facts={[
          ['Outcome', <Outcome line={line} />],
          ['When', <Time at={line.occurred_at} exact />],
          ['Duration', duration(line.duration_ms)],
          ['Channel', <Badge>{line.channel}</Badge>],
          [
            'By',
            <span className="row">
              <span className="note">{ACTOR_WORDS[type]}</span> <ActorText line={line} />
            </span>,
          ],
          ['Session', session === undefined ? null : <code>{session}</code>],
          ['Subject', <Subjects line={line} most={100} />],
          ['Counts as', counted(line.items, 'operation')],
          ['Address', line.address === null ? null : <ServerText text={line.address} code />],
          ['User agent', line.user_agent === null ? null : <ServerText text={line.user_agent} />],
        ]}
      />
      <Section title="Its place in the chain">
        <Facts
          facts={[
            ['Day, in UTC', line.day],
            ['Lane', <IdText id={line.writer} what="writer" />],
            ['Line', String(line.sequence)],
            ['Link', line.link === null ? 'not linked' : <IdText id={line.link} what="link" />],
          ]}
        />
      </Section>
      <Section title="Related">
        <ul role="list" className={styles.related}>
          {caller !== null && (
            <li>
              <Link to="/history" search={callerSearch(caller)}>
                What the same {type === 'operator' ? 'operator' : 'credential'} did
              </Link>
            </li>
          )}
          {subject !== undefined && (
            <li>
              <Link to="/history" search={{ subject }}>
                Other requests about the same
              </Link>
            </li>
          )}
          <li>
            <Link to="/history" search={{ operation: line.operation, outcome: line.outcome }}>
              Other {line.operation} that{' '}
              {line.outcome === 'succeeded' ? 'succeeded' : `were ${line.outcome}`}
            </Link>
          </li>
        </ul>
      </Section>
    </>
  );
}

function callerSearch(caller: string): { operator_id?: string; credential_id?: string } {
  return caller.startsWith('opr_') ? { operator_id: caller } : { credential_id: caller };
}
