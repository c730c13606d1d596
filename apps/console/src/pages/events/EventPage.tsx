import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { rawAnswer, type Schemas } from '../../api/client.js';
import { useWhereabouts } from '../../api/session.js';
import { EntityPage, jsonPart } from '../EntityPage.js';
import { NameOf, SubjectOf } from '../../components/NameOf.js';
import { Facts, Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { Badge, State } from '../../components/State.js';
import { Time } from '../../components/Time.js';
import { shortType } from '../../format/event-type.js';
import { EventDeliveries } from './EventDeliveries.js';
import { EventEvidence } from './EventEvidence.js';
import { segment } from '../../format/segment.js';

/** One event: its content, evidence and deliveries. */
export function EventPage() {
  const { id } = useParams({ from: '/shell/events/$id' });
  const { project } = useWhereabouts();
  const projectId = project?.id ?? null;
  // Unparsed: its digest is over the received bytes.
  const query = useQuery({
    queryKey: ['event', id, { projectId }],
    queryFn: async () => (await rawAnswer(projectId, `/v1/events/${segment(id)}`)).text,
  });
  return (
    <EntityPage
      kind="event"
      id={id}
      path="events"
      query={query}
      name={query.data === undefined ? null : shortType((JSON.parse(query.data) as Schemas['Event']).type)}
      parts={[
        [
          'overview',
          'Overview',
          (text) => <Overview event={JSON.parse(text) as Schemas['Event']} text={text} />,
        ],
        ['deliveries', 'Deliveries', () => <EventDeliveries id={id} />],
        jsonPart('event'),
      ]}
    />
  );
}

function Overview({ event, text }: { event: Schemas['Event']; text: string }) {
  const { type, subject, state, previous_state, reason, occurred_at, test, successor_id } = event;
  return (
    <>
      <Section title="What happened">
        <Facts
          facts={[
            [
              'Type',
              <span key="t">
                <code>{type}</code> {test === true && <Badge>test</Badge>}
              </span>,
            ],
            ['When', <Time key="w" at={occurred_at} exact />],
            ['Subject', <SubjectOf key="s" event={event} />],
            ['Version', subject.version],
            [
              'State',
              <span key="a">
                {previous_state !== undefined && previous_state !== state && (
                  <>
                    <State state={previous_state} /> →{' '}
                  </>
                )}
                <State state={state} />
              </span>,
            ],
            ['Reason', reason === undefined ? null : <ServerText text={reason} />],
            ['Successor', successor_id === undefined ? null : <NameOf id={successor_id} />],
          ]}
        />
      </Section>
      <Section title="Its evidence">
        <EventEvidence event={event} text={text} />
      </Section>
    </>
  );
}
