import { useState } from 'react';
import { atVersion } from '../../api/at-version.js';
import type { Schemas } from '../../api/client.js';
import { useMay, type Grant } from '../../api/session.js';
import { Button } from '../../components/Button.js';
import { FormDialog } from '../../components/FormDialog.js';
import { ServerText } from '../../components/ServerText.js';
import { shown } from '../../format/hostile-text.js';
import { typedName } from '../../format/typed-name.js';
import { GrantsFields } from './GrantsFields.js';
import type { Place } from './grants.js';

type Member = Schemas['Operator'];

interface MemberActsProps {
  member: Member;
  places: readonly Place[];
  onLink: (link: string) => void;
}

const REASON_HINT = 'It is kept for good; name no person in it.';
const ENVIRONMENT = { wholeEnvironment: true };

/** An owner's actions on a member; hidden from others, because the page’s button says which role may. */
export function MemberActs({ member, places, onLink }: MemberActsProps) {
  const [opened, setOpened] = useState<'roles' | 'remove' | 'renew' | null>(null);
  const may = useMay('team');
  const close = () => setOpened(null);
  if (!may || member.state === 'removed') return '—';
  return (
    <div className="row">
      <Button size="s" onClick={() => setOpened('roles')}>
        Change roles
      </Button>
      {member.state === 'invited' && (
        <Button size="s" onClick={() => setOpened('renew')}>
          Renew invitation
        </Button>
      )}
      <Button size="s" look="danger" onClick={() => setOpened('remove')}>
        Remove
      </Button>
      {opened === 'roles' && <ChangeRoles member={member} places={places} onClose={close} />}
      {opened === 'remove' && <Remove member={member} onClose={close} />}
      {opened === 'renew' && <Renew member={member} onClose={close} onLink={onLink} />}
    </div>
  );
}

function nameOf({ name, id }: Member): string {
  return name ?? id;
}

function ChangeRoles({
  member,
  places,
  onClose,
}: {
  member: Member;
  places: readonly Place[];
  onClose: () => void;
}) {
  const [grants, setGrants] = useState<Grant[]>(member.grants);
  return (
    <FormDialog
      title={
        <>
          Roles of <ServerText text={nameOf(member)} />
        </>
      }
      act="Change roles"
      said="Roles changed."
      touched={['operators', 'session']}
      scope={ENVIRONMENT}
      reason={REASON_HINT}
      call={(api, _values, reason) =>
        api.POST('/v1/operators/{id}/change-roles', {
          params: atVersion(member),
          body: { grants, reason },
        })
      }
      onClose={onClose}
    >
      {({ error }) => (
        <>
          <p>They take effect at once, also in open sessions.</p>
          <GrantsFields
            places={places}
            grants={grants}
            issue={error?.issueOf('grants')}
            onChange={setGrants}
          />
        </>
      )}
    </FormDialog>
  );
}

function Remove({ member, onClose }: { member: Member; onClose: () => void }) {
  return (
    <FormDialog
      title={
        <>
          Remove <ServerText text={nameOf(member)} />
        </>
      }
      act="Remove"
      said={`${shown(nameOf(member))} was removed.`}
      touched={['operators']}
      scope={ENVIRONMENT}
      reason={REASON_HINT}
      typed={typedName(member.name ?? '', member.id)}
      call={(api, _values, reason) =>
        api.POST('/v1/operators/{id}/remove', {
          params: atVersion(member),
          body: { reason },
        })
      }
      onClose={onClose}
    >
      <p>
        At once and forever: their sessions end, and their keys no longer sign them in. What they did stays
        recorded.
      </p>
    </FormDialog>
  );
}

function Renew({
  member,
  onClose,
  onLink,
}: {
  member: Member;
  onClose: () => void;
  onLink: (link: string) => void;
}) {
  return (
    <FormDialog
      title="Renew the invitation"
      act="Make a new link"
      touched={['operators']}
      scope={ENVIRONMENT}
      call={(api) => api.POST('/v1/operators/{id}/renew-invitation', { params: atVersion(member) })}
      onDone={({ invitation_link: link }) => {
        onClose();
        if (link !== null) onLink(link);
      }}
      onClose={onClose}
    >
      <p>You get a new link. The old link stops working.</p>
    </FormDialog>
  );
}
