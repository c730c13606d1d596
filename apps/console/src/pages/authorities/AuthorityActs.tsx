import { atVersion } from '../../api/at-version.js';
import type { Schemas } from '../../api/client.js';
import { Field } from '../../components/Field.js';
import { FormDialog } from '../../components/FormDialog.js';
import { useZone } from '../../components/zone.js';
import { ZONE_HINTS, fromInput, toInput } from '../../format/input-times.js';
import styles from './Authorities.module.css';
import { scopeOf } from './scope.js';

type Authority = Schemas['Authority'];

interface ActProps {
  authority: Authority;
  onClose: () => void;
}

const COMMON = {
  touched: ['authorities', 'events'],
  reason: 'It is kept beside the signed versions, and can be erased.',
};

/** Changes when an authority expires; an expired one becomes active again. */
export function RenewDialog({ authority, onClose }: ActProps) {
  const zone = useZone();
  return (
    <FormDialog
      {...COMMON}
      act="Renew authority"
      said="Authority renewed."
      onClose={onClose}
      initial={{ valid_until: toInput(authority.valid_until, zone) }}
      call={(api, { valid_until }, reason) =>
        api.POST('/v1/authorities/{id}/renew', {
          params: atVersion(authority),
          body: { reason, valid_until: fromInput(valid_until, zone) },
        })
      }
    >
      {({ field }) => (
        <Field
          label="Valid until"
          type="datetime-local"
          step={1}
          hint={ZONE_HINTS[zone]}
          {...field('valid_until')}
          required
        />
      )}
    </FormDialog>
  );
}

/** Changes the scope of an authority. */
export function RescopeDialog({ authority, onClose }: ActProps) {
  return (
    <FormDialog
      {...COMMON}
      act="Change scope"
      said="Scope changed."
      onClose={onClose}
      initial={{ scope: authority.scope.join(', ') }}
      call={(api, { scope }, reason) =>
        api.POST('/v1/authorities/{id}/rescope', {
          params: atVersion(authority),
          body: { reason, scope: scopeOf(scope) },
        })
      }
    >
      {({ field }) => <Field label="Scope" hint="Separated by commas." {...field('scope')} required />}
    </FormDialog>
  );
}

/** Suspends an authority: nothing is issued under it until it is reinstated. */
export function SuspendDialog({ authority, onClose }: ActProps) {
  return (
    <FormDialog
      {...COMMON}
      act="Suspend authority"
      said="Authority suspended."
      onClose={onClose}
      call={(api, _values, reason) =>
        api.POST('/v1/authorities/{id}/suspend', { params: atVersion(authority), body: { reason } })
      }
    >
      <p className={styles.note}>
        Nothing is registered or amended under it until it is reinstated. Records that it issued verify as
        before.
      </p>
    </FormDialog>
  );
}

/** Reinstates an authority. */
export function ReinstateDialog({ authority, onClose }: ActProps) {
  return (
    <FormDialog
      {...COMMON}
      act="Reinstate authority"
      said="Authority reinstated."
      onClose={onClose}
      call={(api, _values, reason) =>
        api.POST('/v1/authorities/{id}/reinstate', { params: atVersion(authority), body: { reason } })
      }
    >
      <p className={styles.note}>Records may be registered and amended under it again.</p>
    </FormDialog>
  );
}
