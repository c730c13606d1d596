import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf, makeApi, type Schemas } from '../../api/client.js';
import { useWhereabouts } from '../../api/session.js';
import { Places } from '../../components/Loaded.js';
import { State } from '../../components/State.js';
import type { EventTask } from '../../verifying/messages.js';
import { PinNotice } from '../../verifying/PinNotice.js';
import { readEvidence } from '../../verifying/read-evidence.js';
import { verifier } from '../../verifying/verifier.js';
import styles from './Events.module.css';

const TONES = { passed: 'good', failed: 'bad', open: 'open' } as const;
const WORDS = { passed: 'passed', failed: 'failed', open: 'not checked' } as const;

/** The evidence of an event, checked by the worker of the page Verify, with the keys that this browser pinned.
 *  @param text the event as it was received. */
export function EventEvidence({ event, text }: { event: Schemas['Event']; text: string }) {
  const { project } = useWhereabouts();
  const projectId = project?.id ?? null;
  const query = useQuery({
    queryKey: ['event-checks', event.id, { projectId }],
    queryFn: async () => verifier('event', { event: text, proof: await proofOf(projectId, event.subject) }),
  });
  if (query.error !== null) return <p className="note">It could not be checked: {query.error.message}</p>;
  if (query.data === undefined) return <Places lines={5} />;
  const { checks, decision } = query.data;
  if (checks.length === 0) {
    return (
      <p className="note">
        Events of credentials and subscriptions carry no evidence: they are not in the log.
      </p>
    );
  }
  return (
    <>
      <PinNotice decision={decision} onAccepted={() => void query.refetch()} />
      <ul role="list" className={styles.checks}>
        {checks.map(({ name, outcome, says }) => (
          <li key={name}>
            <State state={outcome} tone={TONES[outcome]}>
              {name} {WORDS[outcome]}
            </State>
            <span>{says}</span>
          </li>
        ))}
      </ul>
      <p className="note">
        Checked in this browser with the log’s keys that it pinned, by code that came from the service.
        {event.subject.type === 'record' && (
          <>
            {' '}
            <Link to="/verify" search={{ id: event.subject.id }}>
              Verify the whole record
            </Link>
            , check by check.
          </>
        )}
      </p>
    </>
  );
}

/** Evidence of the event's record, or of a record of its authority: it proves the event’s element and key. */
async function proofOf(
  projectId: string | null,
  { type, id }: Schemas['Event']['subject'],
): Promise<EventTask['proof']> {
  if (type !== 'record' && type !== 'authority') return null;
  try {
    return await readEvidence(projectId, type === 'record' ? id : await recordOf(projectId, id));
  } catch {
    // Without a proof, the checks that need one are “not checked”.
    return null;
  }
}

async function recordOf(projectId: string | null, authorityId: string): Promise<string> {
  const query = { authority_id: authorityId, limit: 1 };
  const { data } = await dataOf(makeApi(projectId).GET('/v1/records', { params: { query } }));
  const [record] = data;
  if (record === undefined) throw new Error('The authority issued no record.');
  return record.id;
}
