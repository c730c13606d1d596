import { useState, type ReactNode } from 'react';
import { atVersion } from '../../api/at-version.js';
import type { Api, Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { ActDialog } from '../../components/Dialog.js';
import { Field } from '../../components/Field.js';
import { ReasonField } from '../../components/ReasonField.js';
import { say } from '../../components/toast-store.js';
import { useZone } from '../../components/zone.js';
import { ZONE_HINTS, fromInput, toInput } from '../../format/input-times.js';
import styles from './Authorities.module.css';
import { scopeOf } from './scope.js';

type Authority = Schemas['Authority'];

interface ActProps {
  authority: Authority;
  onClose: () => void;
}

/** Changes when an authority expires; an expired one becomes active again. */
export function RenewDialog({ authority, onClose }: ActProps) {
  const zone = useZone();
  const [until, setUntil] = useState(() => toInput(authority.valid_until, zone));
  return (
    <ReasonDialog
      act="Renew authority"
      said="Authority renewed."
      onClose={onClose}
      call={(api, reason) =>
        api.POST('/v1/authorities/{id}/renew', {
          params: atVersion(authority),
          body: { reason, valid_until: fromInput(until, zone) },
        })
      }
    >
      <Field
        label="Valid until"
        type="datetime-local"
        step={1}
        hint={ZONE_HINTS[zone]}
        value={until}
        onChange={(event) => setUntil(event.target.value)}
        required
      />
    </ReasonDialog>
  );
}

/** Changes the scope of an authority. */
export function RescopeDialog({ authority, onClose }: ActProps) {
  const [scope, setScope] = useState(authority.scope.join(', '));
  return (
    <ReasonDialog
      act="Change scope"
      said="Scope changed."
      onClose={onClose}
      call={(api, reason) =>
        api.POST('/v1/authorities/{id}/rescope', {
          params: atVersion(authority),
          body: { reason, scope: scopeOf(scope) },
        })
      }
    >
      <Field
        label="Scope"
        hint="Separated by commas."
        value={scope}
        onChange={(event) => setScope(event.target.value)}
        required
      />
    </ReasonDialog>
  );
}

/** Suspends an authority: nothing is issued under it until it is reinstated. */
export function SuspendDialog({ authority, onClose }: ActProps) {
  return (
    <ReasonDialog
      act="Suspend authority"
      said="Authority suspended."
      onClose={onClose}
      call={(api, reason) =>
        api.POST('/v1/authorities/{id}/suspend', { params: atVersion(authority), body: { reason } })
      }
    >
      <p className={styles.note}>
        Nothing is registered or amended under it until it is reinstated. Records that it issued verify as
        before.
      </p>
    </ReasonDialog>
  );
}

/** Reinstates an authority. */
export function ReinstateDialog({ authority, onClose }: ActProps) {
  return (
    <ReasonDialog
      act="Reinstate authority"
      said="Authority reinstated."
      onClose={onClose}
      call={(api, reason) =>
        api.POST('/v1/authorities/{id}/reinstate', { params: atVersion(authority), body: { reason } })
      }
    >
      <p className={styles.note}>Records may be registered and amended under it again.</p>
    </ReasonDialog>
  );
}

function ReasonDialog({
  act,
  said,
  call,
  onClose,
  children,
}: {
  act: string;
  said: string;
  call: (api: Api, reason: string) => Promise<{ data?: Authority; error?: unknown; response: Response }>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const change = useAct((api, _input: void) => call(api, reason), ['authorities', 'events']);
  return (
    <ActDialog
      title={act}
      act={act}
      busy={change.isPending}
      error={change.error}
      onAct={() =>
        change.mutate(undefined, {
          onSuccess: () => {
            say(said);
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      {children}
      <ReasonField
        value={reason}
        onChange={setReason}
        issue={change.error?.issueOf('reason')}
        hint="Stays in its history, salted, and can be erased."
      />
    </ActDialog>
  );
}
