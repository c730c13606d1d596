import { useState } from 'react';
import type { Grant } from '../../api/session.js';
import { Field } from '../../components/Field.js';
import { FormDialog } from '../../components/FormDialog.js';
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
  const [grants, setGrants] = useState<Grant[]>([]);
  return (
    <FormDialog
      title="Invite somebody"
      act="Make a link"
      initial={{ name: '' }}
      touched={['operators']}
      scope={{ wholeEnvironment: true }}
      call={(api, { name }) => api.POST('/v1/operators', { body: { name: name.trim(), grants } })}
      onDone={({ invitation_link: link }) => {
        onClose();
        if (link !== null) onInvited(link);
      }}
      onClose={onClose}
    >
      {({ field, error }) => (
        <>
          <p>You get a link for one person. With it, they make a passkey; they may change the name.</p>
          <Field
            label="Name"
            hint="The team sees it beside what they do."
            {...field('name')}
            required
            maxLength={100}
          />
          <GrantsFields
            places={places}
            grants={grants}
            issue={
              error?.issueOf('grants') === undefined || grants.length > 0
                ? undefined
                : 'Choose one role at least.'
            }
            onChange={setGrants}
          />
        </>
      )}
    </FormDialog>
  );
}
