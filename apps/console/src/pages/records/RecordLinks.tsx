import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { ActButton } from '../../components/Button.js';
import { EmptyState, NotForRole } from '../../components/EmptyState.js';
import { Checkbox, FieldGroup, MomentField } from '../../components/Field.js';
import { FormDialog, KEPT } from '../../components/FormDialog.js';
import { IdText } from '../../components/IdText.js';
import { Section } from '../../components/Page.js';
import { SecretOnce } from '../../components/SecretOnce.js';
import { State } from '../../components/State.js';
import { ListTable, type Column } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { useZone } from '../../components/preferences.js';
import { ZONE_HINTS, fromInput } from '../../format/input-times.js';

type Link = Schemas['Link'];
type Shows = Link['shows'][number];

const PROOFS: Readonly<Record<Link['proof'], string>> = {
  history: 'whole history',
  answer: 'signed answer alone',
};
const SHOWS: readonly { value: Shows; label: string }[] = [
  { value: 'issuer', label: 'Issuer' },
  { value: 'origin', label: 'Origin' },
  { value: 'dates', label: 'Dates' },
  { value: 'versions', label: 'Versions' },
  { value: 'external_id', label: 'External id' },
];

/** The links by which anybody sees whether a record is good. */
export function RecordLinks({ id }: { id: string }) {
  const may = useMay('share');
  const [isSharing, setSharing] = useState(false);
  const [ending, setEnding] = useState<Link | null>(null);
  const links = useList<Link>(
    ['links', id],
    (api, cursor) =>
      api.GET('/v1/records/{id}/links', { params: { path: { id }, query: { ...cursor, limit: 20 } } }),
    { enabled: may },
  );
  if (!may) return <NotForRole what="Links" needs="share" />;
  const columns: readonly Column<Link>[] = [
    { title: 'Link', cell: (link) => <IdText id={link.id} what="link id" brief /> },
    { title: 'Discloses', cell: ({ proof }) => PROOFS[proof] },
    { title: 'Created', nowrap: true, cell: ({ created_at }) => <Time at={created_at} /> },
    { title: 'Expires', nowrap: true, cell: ({ expires_at }) => <Time at={expires_at} ends /> },
    {
      title: 'State',
      cell: ({ state }) => <State state={state} tone={state === 'active' ? 'good' : 'quiet'} />,
    },
    {
      title: 'Actions',
      cell: (link) =>
        link.state === 'active' && (
          <ActButton needs="share" size="s" look="danger" onClick={() => setEnding(link)}>
            Revoke…
          </ActButton>
        ),
    },
  ];
  return (
    <Section
      title="Links"
      actions={
        <ActButton needs="share" onClick={() => setSharing(true)}>
          Share…
        </ActButton>
      }
    >
      <ListTable
        label="Links"
        list={links}
        columns={columns}
        keyOf={(link) => link.id}
        empty={
          <EmptyState title="Nobody has a link">
            Whoever holds a link sees whether this record is good, and needs no account.
          </EmptyState>
        }
      />
      {isSharing && <ShareDialog id={id} onClose={() => setSharing(false)} />}
      {ending !== null && (
        <FormDialog
          act="Revoke link"
          said="Link revoked."
          touched={['links']}
          reason={KEPT}
          call={(api, _, reason) =>
            api.POST('/v1/links/{id}/revoke', { params: { path: { id: ending.id } }, body: { reason } })
          }
          onClose={() => setEnding(null)}
        >
          <p>Its page says nothing any more. What somebody saved or printed stays with them.</p>
        </FormDialog>
      )}
    </Section>
  );
}

/** Makes a link, and shows its address once. */
function ShareDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const zone = useZone();
  const [shows, setShows] = useState<readonly Shows[]>(['issuer', 'origin', 'dates']);
  const [isAnswer, setAnswer] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  if (address !== null) {
    return (
      <SecretOnce title="Link made" label="Link" secret={address} onClose={onClose}>
        <p className="note">Whoever has this address can open it, until the link expires or is revoked.</p>
      </SecretOnce>
    );
  }
  const toggle = (part: Shows) =>
    setShows((before) =>
      before.includes(part) ? before.filter((each) => each !== part) : [...before, part],
    );
  return (
    <FormDialog
      title="Share this record"
      act="Make link"
      initial={{ expires_at: '' }}
      touched={['links']}
      call={(api, { expires_at }) =>
        api.POST('/v1/records/{id}/links', {
          params: { path: { id } },
          body: {
            shows: [...shows],
            proof: isAnswer ? 'answer' : 'history',
            ...(expires_at === '' ? {} : { expires_at: fromInput(expires_at, zone) }),
          },
        })
      }
      onDone={({ path }) => (path === null ? onClose() : setAddress(new URL(path, location.origin).href))}
      onClose={onClose}
    >
      {({ field, error }) => (
        <>
          <FieldGroup legend="The page shows" issue={error?.issueOf('shows')}>
            {SHOWS.map(({ value, label }) => (
              <Checkbox
                key={value}
                label={label}
                checked={shows.includes(value)}
                onChange={() => toggle(value)}
              />
            ))}
          </FieldGroup>
          <Checkbox
            label="Disclose the signed answer alone"
            hint="Without it, the whole history travels as proof and stands in case files: external id, issuer, dates, digests and all versions, also what the page does not show. With it, nobody can check the history or compare a document."
            checked={isAnswer}
            onChange={() => setAnswer((before) => !before)}
          />
          <MomentField
            label="Expires"
            hint={`${ZONE_HINTS[zone]} Empty for never.`}
            {...field('expires_at')}
          />
        </>
      )}
    </FormDialog>
  );
}
