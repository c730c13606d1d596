import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey, keysQuery, removeKey, setPassword, type OwnKey } from '../../api/account.js';
import { hasPasskeys } from '../../api/passkeys.js';
import { Button } from '../../components/Button.js';
import { ActDialog } from '../../components/Dialog.js';
import { Field } from '../../components/Field.js';
import { Loaded } from '../../components/Loaded.js';
import { NewPasswordField } from '../../components/NewPasswordField.js';
import { Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { Table, type Column } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { say } from '../../components/toast-store.js';

type Opened = { kind: 'passkey' } | { kind: 'password' } | { kind: 'remove'; key: OwnKey } | null;

/** What the operator signs in with. */
export function Keys() {
  const keys = useQuery(keysQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const columns: readonly Column<OwnKey>[] = [
    { title: 'Kind', cell: ({ kind }) => kind },
    { title: 'Name', cell: ({ name }) => (name === null ? '—' : <ServerText text={name} />) },
    {
      title: 'Thumbprint',
      cell: ({ thumbprint }) => <code title={thumbprint}>{thumbprint.slice(0, 23)}…</code>,
    },
    { title: 'Added', nowrap: true, cell: ({ created_at: at }) => <Time at={at} /> },
    { title: 'Last used', nowrap: true, cell: ({ last_used_at: at }) => <Time at={at} /> },
    {
      title: 'Actions',
      cell: (key) => (
        <Button size="s" look="danger" onClick={() => setOpened({ kind: 'remove', key })}>
          Remove
        </Button>
      ),
    },
  ];
  const hasKey = (wanted: OwnKey['kind']) => keys.data?.data.some(({ kind }) => kind === wanted) ?? false;
  const hasPassword = hasKey('password');
  return (
    <Section
      title="Passkeys and password"
      actions={
        keys.data !== undefined &&
        !hasKey('oidc') && (
          <>
            <Button onClick={() => setOpened({ kind: 'password' })}>
              {hasPassword ? 'Change password' : 'Set a password'}
            </Button>
            {hasPasskeys() && (
              <Button look="primary" icon="plus" onClick={() => setOpened({ kind: 'passkey' })}>
                Add a passkey
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded query={keys} lines={4}>
        {({ data }) => (
          <>
            <p>
              {hasKey('oidc')
                ? 'You sign in at your organisation, which also decides what you may do here.'
                : 'Have two passkeys, on two devices: if you lose the only one, you need a new invitation.'}
            </p>
            <Table label="Keys" columns={columns} items={data} keyOf={({ thumbprint }) => thumbprint} />
          </>
        )}
      </Loaded>
      {opened?.kind === 'passkey' && <AddPasskey onClose={close} />}
      {opened?.kind === 'password' && <SetPassword onClose={close} />}
      {opened?.kind === 'remove' && <RemoveKey ownKey={opened.key} onClose={close} />}
    </Section>
  );
}

/** A mutation of the keys. */
function useKeyAct<Input>(act: (input: Input) => Promise<unknown>, done: string, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    gcTime: 0,
    onSuccess: async () => {
      onClose();
      say(done);
      await Promise.all([
        queries.invalidateQueries(keysQuery),
        queries.invalidateQueries({ queryKey: ['sessions'] }),
      ]);
    },
  });
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const add = useKeyAct(addPasskey, 'Passkey added.', onClose);
  return (
    <ActDialog
      title="Add a passkey"
      act="Add passkey"
      busy={add.isPending}
      error={add.error}
      onAct={() => add.mutate(name.trim())}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="A name by which you recognise it, such as “Laptop”."
        required
        maxLength={100}
        value={name}
        issue={add.error?.issueOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
    </ActDialog>
  );
}

function SetPassword({ onClose }: { onClose: () => void }) {
  const [password, setText] = useState('');
  const set = useKeyAct(setPassword, 'Password set.', onClose);
  return (
    <ActDialog
      title="Set a password"
      act="Set password"
      busy={set.isPending}
      error={set.error}
      onAct={() => set.mutate(password)}
      onClose={onClose}
    >
      <p>It replaces your current one, and ends the other sessions that began with that.</p>
      <NewPasswordField
        label="New password"
        value={password}
        onChange={setText}
        issue={set.error?.issueOf('password')}
      />
    </ActDialog>
  );
}

function RemoveKey({ ownKey, onClose }: { ownKey: OwnKey; onClose: () => void }) {
  const { kind, name, thumbprint } = ownKey;
  const remove = useKeyAct(removeKey, `The ${kind} was removed.`, onClose);
  return (
    <ActDialog
      title={`Remove this ${kind}`}
      act={`Remove ${kind}`}
      danger
      busy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate(thumbprint)}
      onClose={onClose}
    >
      <p>
        {name === null ? `Your ${kind}` : <ServerText text={name} />} no longer signs you in, and the sessions
        that began with it end.
      </p>
    </ActDialog>
  );
}
