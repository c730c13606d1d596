import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../api/queries.js';
import { ActDialog } from '../../components/Dialog.js';
import { Field } from '../../components/Field.js';
import { say } from '../../components/toast-store.js';
import { useZone } from '../../components/zone.js';
import { ZONE_HINTS, fromInput } from '../../format/input-times.js';
import { scopeOf } from './scope.js';

/** Grants an authority. */
export function GrantDialog({ onClose }: { onClose: () => void }) {
  const zone = useZone();
  const navigate = useNavigate();
  const [issuer, setIssuer] = useState('');
  const [scope, setScope] = useState('');
  const [until, setUntil] = useState('');
  const [key, setKey] = useState('');
  const grant = useAct(
    (api, _input: void) =>
      api.POST('/v1/authorities', {
        body: {
          issuer,
          scope: scopeOf(scope),
          valid_until: fromInput(until, zone),
          ...(key === '' ? {} : { public_key: key.trim() }),
        },
      }),
    ['authorities'],
  );
  const { error } = grant;
  return (
    <ActDialog
      title="Grant authority"
      act="Grant authority"
      busy={grant.isPending}
      error={error}
      onAct={() =>
        grant.mutate(undefined, {
          onSuccess: ({ id }) => {
            say('Authority granted.');
            onClose();
            void navigate({ to: '/authorities/$id', params: { id } });
          },
        })
      }
      onClose={onClose}
    >
      <Field
        label="Issuer"
        hint="Who issues under this authority. It is a claim of this project."
        value={issuer}
        onChange={(event) => setIssuer(event.target.value)}
        issue={error?.issueOf('issuer')}
        required
        maxLength={256}
      />
      <Field
        label="Scope"
        hint="What it covers, separated by commas. Every answer reports it; nothing enforces it."
        value={scope}
        onChange={(event) => setScope(event.target.value)}
        issue={error?.issueOf('scope')}
        placeholder="verify, read"
        required
      />
      <Field
        label="Valid until"
        type="datetime-local"
        step={1}
        hint={ZONE_HINTS[zone]}
        value={until}
        onChange={(event) => setUntil(event.target.value)}
        issue={error?.issueOf('valid_until')}
        required
      />
      <Field
        label="Public key"
        hint="Ed25519, 32 bytes in base64url. With one, only the holder of the private key can register, amend, reinstate and supersede."
        value={key}
        onChange={(event) => setKey(event.target.value)}
        issue={error?.issueOf('public_key')}
      />
    </ActDialog>
  );
}
