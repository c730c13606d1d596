import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useWhereabouts } from '../../api/session.js';
import { EmptyState } from '../../components/EmptyState.js';
import type { Filter } from '../../components/FilterBar.js';
import { ListPage } from '../../components/ListPage.js';
import { IdText } from '../../components/IdText.js';
import { SecretOnce } from '../../components/SecretOnce.js';
import { ServerText } from '../../components/ServerText.js';
import { State } from '../../components/State.js';
import type { Column } from '../../components/Table.js';
import { Countdown, Time, useNow } from '../../components/Time.js';
import { managedPlaces, type Place } from './grants.js';
import { MemberActs } from './MemberActs.js';
import { InviteDialog } from './InviteDialog.js';

type Member = Schemas['Operator'];

const FILTERS: readonly Filter[] = [
  { name: 'state', label: 'State', options: ['invited', 'active', 'removed'] },
  { name: 'operator', label: 'Person', names: ['opr'], pattern: 'opr_\\w+' },
];

/** The operators, and their roles in each project. */
export function TeamPage() {
  const { session } = useWhereabouts();
  const { state, operator } = useSearch({ from: '/shell/team' });
  const [link, setLink] = useState<string | null>(null);
  const places = managedPlaces(session);
  const members = useList(
    ['operators', state],
    (api, cursor) => api.GET('/v1/operators', { params: { query: { ...cursor, ...({ state } as object) } } }),
    { wholeEnvironment: true },
  );
  const shown =
    operator === undefined
      ? members
      : { ...members, items: members.items.filter(({ id }) => id === operator) };
  return (
    <ListPage
      title="Team"
      lead="People who sign in to this Console. A role counts in one project, or in all of them; another environment has a team of its own."
      one="person"
      filters={FILTERS}
      list={shown}
      columns={columnsOf(places, setLink)}
      create={{
        label: 'Invite somebody',
        needs: 'team',
        dialog: (close) => <InviteDialog places={places} onClose={close} onInvited={setLink} />,
      }}
      empty={
        <EmptyState
          title="Nobody yet"
          call={{
            method: 'POST',
            path: '/v1/operators',
            body: { name: 'Ada Lovelace', grants: [{ project_id: null, role: 'auditor' }] },
          }}
        >
          An invitation is a link for one person, which serves once.
        </EmptyState>
      }
    >
      {link !== null && <InvitationLink link={link} onClose={() => setLink(null)} />}
    </ListPage>
  );
}

function InvitationLink({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <SecretOnce title="Send this link to one person" label="Invitation link" secret={link} onClose={onClose}>
      <p>
        The first person who opens it becomes the operator. Send it where nobody else reads it. If it is lost,
        renew the invitation: this link then stops working.
      </p>
    </SecretOnce>
  );
}

function columnsOf(places: readonly Place[], onLink: (link: string) => void): Column<Member>[] {
  return [
    {
      title: 'Person',
      nowrap: true,
      by: ({ name, id }) => name ?? id,
      cell: (member) => <Person {...member} />,
    },
    { title: 'State', nowrap: true, by: ({ state }) => state, cell: (member) => <MemberState {...member} /> },
    rolesColumn(places),
    {
      title: 'Signs in with',
      cell: ({ keys }) => [...new Set(keys.map(({ kind }) => kind))].join(', ') || '—',
    },
    {
      title: 'Changed',
      nowrap: true,
      by: ({ updated_at }) => updated_at,
      cell: ({ updated_at: at }) => <Time at={at} />,
    },
    {
      title: 'Actions',
      nowrap: true,
      cell: (member) => <MemberActs member={member} places={places} onLink={onLink} />,
    },
  ];
}

function rolesColumn(places: readonly Place[]): Column<Member> {
  return {
    title: 'Roles',
    cell: ({ grants }) => (
      <ul role="list">
        {grants.map(({ project_id: id, role }) => (
          <li key={id ?? ''}>
            {role} of{' '}
            {id === null ? (
              'all projects'
            ) : (
              <ServerText text={places.find((place) => place.id === id)?.name ?? id} />
            )}
          </li>
        ))}
      </ul>
    ),
  };
}

function Person({ id, name, address }: Member) {
  return (
    <div className="stack">
      <b>{name === null ? 'No name yet' : <ServerText text={name} />}</b>
      {address !== null && <ServerText text={address} />}
      <IdText id={id} what="operator id" brief />
    </div>
  );
}

function MemberState({ state, invitation_expires_at: expiresAt }: Member) {
  const isOver = Date.parse(expiresAt ?? '') <= useNow(1_000);
  return (
    <>
      <State state={state} />
      {state === 'invited' && expiresAt !== null && (
        <p className="note">
          {isOver ? 'link expired' : 'link expires in '}
          {!isOver && <Countdown until={expiresAt} />}
        </p>
      )}
    </>
  );
}
