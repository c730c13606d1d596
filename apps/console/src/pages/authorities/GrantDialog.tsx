import { useNavigate } from '@tanstack/react-router';
import { Field, MomentField } from '../../components/Field.js';
import { FormDialog } from '../../components/FormDialog.js';
import { useZone } from '../../components/preferences.js';
import { ZONE_HINTS, fromInput } from '../../format/input-times.js';
import { scopeOf } from './scope.js';

/** Grants an authority. */
export function GrantDialog({ onClose }: { onClose: () => void }) {
  const zone = useZone();
  const navigate = useNavigate();
  return (
    <FormDialog
      act="Grant authority"
      said="Authority granted."
      initial={{ issuer: '', scope: '', valid_until: '', public_key: '' }}
      touched={['authorities']}
      call={(api, { issuer, scope, valid_until, public_key: key }) =>
        api.POST('/v1/authorities', {
          body: {
            issuer,
            scope: scopeOf(scope),
            valid_until: fromInput(valid_until, zone),
            ...(key === '' ? {} : { public_key: key.trim() }),
          },
        })
      }
      onDone={({ id }) => void navigate({ to: '/authorities/$id', params: { id }, replace: true })}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Field
            label="Issuer"
            hint="Who issues under this authority. It is a claim of this project."
            {...field('issuer')}
            required
            maxLength={256}
          />
          <Field
            label="Scope"
            hint="What it covers, separated by commas. Every answer reports it; nothing enforces it."
            {...field('scope')}
            placeholder="verify, read"
            required
          />
          <MomentField label="Valid until" hint={ZONE_HINTS[zone]} {...field('valid_until')} required />
          <Field
            label="Public key"
            hint="Ed25519, 32 bytes in base64url. With one, only the holder of the private key can register, amend, reinstate and supersede."
            {...field('public_key')}
          />
        </>
      )}
    </FormDialog>
  );
}
