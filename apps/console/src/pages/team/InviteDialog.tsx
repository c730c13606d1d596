import { useState } from 'react';
import { useAct } from '../../api/queries.js';
import type { Grant } from '../../api/session.js';
import { ActDialog } from '../../components/Dialog.js';
import { Field } from '../../components/Field.js';
import { GrantsFields } from './GrantsFields.js';
import type { Place } from './grants.js';

/** Invites somebody: names them, chooses roles and shows a link. */
export function InviteDialog({
  places,
  onClose,
  onInvited,
}: {
  places: readonly Place[];
  onClose: () => void;
  onInvited: (link: string) => void;
}) {
  const [name, setName] = useState('');
  const [grants, setGrants] = useState<Grant[]>([]);
  const [isEmpty, setEmpty] = useState(false);
  const invite = useAct(
    (api, body: { name: string; grants: Grant[] }) => api.POST('/v1/operators', { body }),
    ['operators'],
    {
      wholeEnvironment: true,
    },
  );
  const act = () => {
    setEmpty(grants.length === 0);
    if (grants.length === 0) return;
    invite.mutate(
      { name: name.trim(), grants },
      {
        onSuccess: ({ invitation_link: link }) => {
          onClose();
          if (link !== null) onInvited(link);
        },
      },
    );
  };
  return (
    <ActDialog
      title="Invite somebody"
      act="Make a link"
      busy={invite.isPending}
      error={invite.error}
      onAct={act}
      onClose={onClose}
    >
      <p>You get a link for one person. With it, they make a passkey; they may change the name.</p>
      <Field
        label="Name"
        hint="The team sees it beside what they do."
        value={name}
        onChange={(event) => setName(event.target.value)}
        issue={invite.error?.issueOf('name')}
        required
        maxLength={100}
      />
      <GrantsFields
        places={places}
        grants={grants}
        issue={isEmpty && grants.length === 0 ? 'Choose one role at least.' : undefined}
        onChange={setGrants}
      />
    </ActDialog>
  );
}
