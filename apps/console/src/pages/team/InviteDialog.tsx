import { useState } from 'react';
import { useAct } from '../../api/queries.js';
import type { Grant } from '../../api/session.js';
import { ActDialog } from '../../components/Dialog.js';
import { GrantsFields } from './GrantsFields.js';
import type { Place } from './grants.js';

/** Invites somebody: chooses roles and shows a link. The invited person enters the name. */
export function InviteDialog({
  places,
  onClose,
  onInvited,
}: {
  places: readonly Place[];
  onClose: () => void;
  onInvited: (link: string) => void;
}) {
  const [grants, setGrants] = useState<Grant[]>([]);
  const [isEmpty, setEmpty] = useState(false);
  const invite = useAct(
    (api, body: { grants: Grant[] }) => api.POST('/v1/operators', { body }),
    ['operators'],
    {
      wholeEnvironment: true,
    },
  );
  const act = () => {
    setEmpty(grants.length === 0);
    if (grants.length === 0) return;
    invite.mutate(
      { grants },
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
      <p>You get a link for one person. With it, they say who they are and make a passkey.</p>
      <GrantsFields
        places={places}
        grants={grants}
        issue={isEmpty && grants.length === 0 ? 'Choose one role at least.' : undefined}
        onChange={setGrants}
      />
    </ActDialog>
  );
}
