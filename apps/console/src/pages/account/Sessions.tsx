import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endSession, sessionsQuery, type OwnSession } from '../../api/account.js';
import { signOut } from '../../api/leave.js';
import { Button } from '../../components/Button.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { Loaded } from '../../components/Loaded.js';
import { Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { Badge } from '../../components/State.js';
import { Table, type Column } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { say } from '../../components/toast-store.js';

/** Where the operator is signed in; each session can be ended from here, also this one. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => endSession(id),
    onSuccess: async () => {
      say('Session ended.');
      await queries.invalidateQueries(sessionsQuery);
    },
  });
  const columns: readonly Column<OwnSession>[] = [
    {
      title: 'Browser',
      cell: ({ user_agent: agent, current }) => (
        <>
          {agent === null ? 'unknown' : <ServerText text={agent} length={120} />}{' '}
          {current && <Badge>this one</Badge>}
        </>
      ),
    },
    { title: 'Address', nowrap: true, cell: ({ address }) => <code>{address ?? '—'}</code> },
    { title: 'By', cell: ({ method }) => method },
    { title: 'Signed in', nowrap: true, cell: ({ signed_in_at: at }) => <Time at={at} /> },
    { title: 'Last used', nowrap: true, cell: ({ last_used_at: at }) => <Time at={at} /> },
    { title: 'Ends', nowrap: true, cell: ({ expires_at: at }) => <Time at={at} /> },
    {
      title: 'Actions',
      cell: ({ id, current }) => (
        <Button
          size="s"
          busy={end.isPending && end.variables === id}
          onClick={() => (current ? void signOut() : end.mutate(id))}
        >
          {current ? 'Sign out' : 'End session'}
        </Button>
      ),
    },
  ];
  return (
    <Section title="Sessions">
      {end.error !== null && <ErrorPanel error={end.error} />}
      <Loaded query={sessions} lines={4}>
        {({ data }) => <Table label="Sessions" columns={columns} items={data} keyOf={({ id }) => id} />}
      </Loaded>
    </Section>
  );
}
