import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { ActButton, Button } from '../../components/Button.js';
import { TextArea } from '../../components/Field.js';
import { FormDialog } from '../../components/FormDialog.js';
import { IdText } from '../../components/IdText.js';
import { EntityPage, jsonPart } from '../EntityPage.js';
import { Versions } from '../Versions.js';
import { metadataBadges } from '../../components/Badges.js';
import { Facts, Panel, Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { wordOf } from '../../components/State.js';
import { Time } from '../../components/Time.js';
import { capitalised } from '../../format/capitalised.js';
import { ChangedBy } from '../history/ChangedBy.js';
import { SubjectInteractions } from '../history/SubjectInteractions.js';
import { changedPairs, readPairs, writePairs } from './metadata.js';
import { RecordActs } from './RecordActs.js';
import { RecordLinks } from './RecordLinks.js';
import { ServiceVerdict } from './ServiceVerdict.js';

/** One record: whether it is good, its content, actions, versions and requests. */
export function RecordPage() {
  const { id } = useParams({ from: '/shell/records/$id' });
  const navigate = useNavigate();
  const record = useAnswer(['records', id], (api) =>
    api.GET('/v1/records/{id}', { params: { path: { id } } }),
  );
  return (
    <EntityPage
      kind="record"
      id={id}
      path="records"
      query={record}
      name={record.data?.external_id}
      actions={
        <Button look="primary" icon="verify" onClick={() => void navigate({ to: '/verify', search: { id } })}>
          Verify
        </Button>
      }
      above={record.data !== undefined && <ServiceVerdict record={record.data} />}
      parts={[
        ['overview', 'Overview', (shown) => <Overview record={shown} />],
        ['versions', 'Versions', () => <Versions of="records" id={id} />],
        ['links', 'Links', () => <RecordLinks id={id} />],
        ['activity', 'Activity', () => <SubjectInteractions id={id} />],
        jsonPart('record'),
      ]}
    />
  );
}

function Overview({ record }: { record: Schemas['Record'] }) {
  const { state, successor_id } = record;
  const isActive = state === 'active';
  return (
    <>
      <Section title="Actions">
        <Panel>
          <RecordActs record={record} />
        </Panel>
      </Section>
      <Section title="Details">
        <Facts
          facts={[
            ['State', wordOf(state)],
            ['Version', record.version],
            ['External id', record.external_id === null ? 'none' : <ServerText text={record.external_id} />],
            [
              'Authority',
              <Link key="a" to="/authorities/$id" params={{ id: record.authority_id }}>
                <ServerText text={record.issuer} />
              </Link>,
            ],
            ['Origin', <ServerText key="o" text={record.origin} link />],
            ['Content', <IdText key="c" id={record.content_digest} what="content digest" />],
            ['Expires', <Time key="x" at={record.expires_at} exact ends />],
            [
              'Successor',
              successor_id === null ? null : (
                <Link to="/records/$id" params={{ id: successor_id }}>
                  {successor_id}
                </Link>
              ),
            ],
            ['Registered', <Time key="r" at={record.created_at} exact />],
            [
              isActive ? 'Changed' : capitalised(wordOf(state)),
              <>
                <Time at={record.updated_at} exact />
                {!isActive && <ChangedBy id={record.id} at={record.updated_at} />}
              </>,
            ],
            ['Reason of the last change', record.reason && <ServerText text={record.reason} />],
            ['Metadata', <Metadata key="m" record={record} />],
          ]}
        />
      </Section>
    </>
  );
}

function Metadata({ record }: { record: Schemas['Record'] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="row">
      {metadataBadges(record.metadata) ?? 'none'}
      <ActButton needs="write" size="s" onClick={() => setOpen(true)}>
        Edit metadata
      </ActButton>
      {isOpen && <MetadataDialog record={record} onClose={() => setOpen(false)} />}
    </div>
  );
}

function MetadataDialog({ record, onClose }: { record: Schemas['Record']; onClose: () => void }) {
  return (
    <FormDialog
      title="Edit metadata"
      act="Change metadata"
      said="Metadata changed."
      initial={{ metadata: writePairs(record.metadata) }}
      touched={['records']}
      call={(api, { metadata }) =>
        api.PATCH('/v1/records/{id}', {
          params: { path: { id: record.id } },
          body: { metadata: changedPairs(record.metadata, readPairs(metadata)) as never },
        })
      }
      onClose={onClose}
    >
      {({ field }) => (
        <TextArea
          label="Pairs"
          hint="One pair a line: team=checkout. They prove nothing, and are not part of the record’s versions."
          rows={6}
          {...field('metadata')}
        />
      )}
    </FormDialog>
  );
}
