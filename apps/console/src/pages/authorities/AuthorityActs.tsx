import { useState } from 'react';
import { atVersion } from '../../api/at-version.js';
import type { Schemas } from '../../api/client.js';
import { ActButton } from '../../components/Button.js';
import { Field, MomentField } from '../../components/Field.js';
import { FormDialog } from '../../components/FormDialog.js';
import { useZone } from '../../components/preferences.js';
import { ZONE_HINTS, fromInput, toInput } from '../../format/input-times.js';
import { RevokeAuthorityDialog } from './RevokeAuthorityDialog.js';
import { scopeOf } from './scope.js';

type Authority = Schemas['Authority'];
type Act = 'renew' | 'rescope' | 'suspend' | 'reinstate' | 'revoke';

/** Actions by state, the main one last. */
const ALLOWED: Readonly<Record<Authority['state'], readonly Act[]>> = {
  active: ['rescope', 'suspend', 'revoke', 'renew'],
  suspended: ['rescope', 'renew', 'revoke', 'reinstate'],
  expired: ['revoke', 'renew'],
  revoked: [],
};

/** What each button says, its dialog, and the message afterwards. */
const ACTS: Readonly<Record<Act, { label: string; act: string; said: string; means?: string }>> = {
  renew: { label: 'Renew…', act: 'Renew authority', said: 'Authority renewed.' },
  rescope: { label: 'Change scope…', act: 'Change scope', said: 'Scope changed.' },
  suspend: {
    label: 'Suspend…',
    act: 'Suspend authority',
    said: 'Authority suspended.',
    means:
      'Nothing is registered or amended under it until it is reinstated. Records that it issued verify as before.',
  },
  reinstate: {
    label: 'Reinstate…',
    act: 'Reinstate authority',
    said: 'Authority reinstated.',
    means: 'Records may be registered and amended under it again.',
  },
  revoke: { label: 'Revoke…', act: 'Revoke authority', said: 'Authority revoked.' },
};

/** The buttons for what can be done with an authority in its state. */
export function AuthorityActs({ authority }: { authority: Authority }) {
  const [open, setOpen] = useState<Act | null>(null);
  const acts = ALLOWED[authority.state];
  const close = () => setOpen(null);
  return (
    <>
      {acts.map((act, at) => (
        <ActButton
          key={act}
          needs="manage"
          look={act === 'revoke' ? 'danger' : at === acts.length - 1 ? 'primary' : 'secondary'}
          onClick={() => setOpen(act)}
        >
          {ACTS[act].label}
        </ActButton>
      ))}
      {open === 'revoke' ? (
        <RevokeAuthorityDialog authority={authority} onClose={close} />
      ) : (
        open !== null && <ChangeDialog act={open} authority={authority} onClose={close} />
      )}
    </>
  );
}

function ChangeDialog({ act, authority, onClose }: { act: Act; authority: Authority; onClose: () => void }) {
  const zone = useZone();
  const { act: title, said, means } = ACTS[act];
  return (
    <FormDialog
      act={title}
      said={said}
      initial={{ valid_until: toInput(authority.valid_until, zone), scope: authority.scope.join(', ') }}
      touched={['authorities', 'events']}
      reason="It is kept beside the signed versions, and can be erased."
      call={(api, { valid_until, scope }, reason) => {
        const renewed = act === 'renew' ? { valid_until: fromInput(valid_until, zone) } : {};
        const rescoped = act === 'rescope' ? { scope: scopeOf(scope) } : {};
        return api.POST(`/v1/authorities/{id}/${act}` as '/v1/authorities/{id}/suspend', {
          params: atVersion(authority),
          body: { reason, ...renewed, ...rescoped },
        });
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          {means !== undefined && <p className="note">{means}</p>}
          {act === 'renew' && (
            <MomentField label="Valid until" hint={ZONE_HINTS[zone]} {...field('valid_until')} required />
          )}
          {act === 'rescope' && (
            <Field label="Scope" hint="Separated by commas." {...field('scope')} required />
          )}
        </>
      )}
    </FormDialog>
  );
}
