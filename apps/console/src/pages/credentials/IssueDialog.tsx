import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { Checkbox, Field, FieldGroup, MomentField } from '../../components/Field.js';
import { FormDialog } from '../../components/FormDialog.js';
import { Button } from '../../components/Button.js';
import { SecretOnce } from '../../components/SecretOnce.js';
import { useZone } from '../../components/preferences.js';
import { ZONE_HINTS, fromInput } from '../../format/input-times.js';
import styles from './Credentials.module.css';

type Capability = Schemas['Credential']['capabilities'][number];

const CAPABILITIES: readonly { value: Capability; hint: string }[] = [
  { value: 'verify', hint: 'asks whether records are good' },
  { value: 'read', hint: 'lists and reads records, authorities, credentials' },
  { value: 'write', hint: 'registers and changes records' },
  { value: 'share', hint: 'makes and revokes links of records' },
  { value: 'subscribe', hint: 'manages subscriptions, reads events' },
  { value: 'manage', hint: 'manages authorities and credentials' },
  { value: 'audit', hint: 'reads who asked for what; goes with read alone' },
];

const PRESETS: readonly { label: string; capabilities: Capability[] }[] = [
  { label: 'Verify only', capabilities: ['verify'] },
  { label: 'Read only', capabilities: ['verify', 'read'] },
  { label: 'Audit', capabilities: ['read', 'audit'] },
];

/** Issues a credential, and shows its token once. */
export function IssueDialog({ onClose }: { onClose: () => void }) {
  const zone = useZone();
  const [held, setHeld] = useState<readonly Capability[]>(['verify']);
  const [token, setToken] = useState<string | null>(null);
  const toggle = (capability: Capability) =>
    setHeld((before) =>
      before.includes(capability) ? before.filter((each) => each !== capability) : [...before, capability],
    );
  if (token !== null) {
    return (
      <SecretOnce
        title="Credential issued"
        label="Token"
        secret={token}
        variable="SERVICE_TOKEN"
        onClose={onClose}
      >
        <p className="note">
          Send it as <code>Authorization: Bearer …</code>. Give it to one program alone, so that it can be
          revoked without the others.
        </p>
      </SecretOnce>
    );
  }
  return (
    <FormDialog
      act="Issue credential"
      initial={{ name: '', expires_at: '', allowed_ips: '', authorities: '' }}
      touched={['credentials']}
      call={(api, { name, expires_at, allowed_ips, authorities }) =>
        api.POST('/v1/credentials', {
          body: {
            name,
            capabilities: [...held] as never,
            ...(expires_at === '' ? {} : { expires_at: fromInput(expires_at, zone) }),
            ...(words(allowed_ips).length === 0 ? {} : { allowed_ips: words(allowed_ips) }),
            ...(words(authorities).length === 0 ? {} : { authorities: words(authorities) }),
          },
        })
      }
      onDone={(issued) => (issued.token === null ? onClose() : setToken(issued.token))}
      onClose={onClose}
    >
      {({ field, error }) => (
        <>
          <Field
            label="Name"
            hint="What it is for: the program that uses it."
            {...field('name')}
            required
            maxLength={100}
          />
          <FieldGroup legend="Capabilities" issue={error?.issueOf('capabilities')}>
            <div className={styles.presets} role="group" aria-label="Presets">
              {PRESETS.map(({ label, capabilities }) => (
                <Button
                  key={label}
                  size="s"
                  aria-pressed={isSame(held, capabilities)}
                  onClick={() => setHeld(capabilities)}
                >
                  {label}
                </Button>
              ))}
            </div>
            <div className={styles.checks}>
              {CAPABILITIES.map(({ value, hint }) => (
                <Checkbox
                  key={value}
                  label={value}
                  hint={hint}
                  checked={held.includes(value)}
                  onChange={() => toggle(value)}
                />
              ))}
            </div>
          </FieldGroup>
          <MomentField
            label="Expires"
            hint={`${ZONE_HINTS[zone]} Empty: as late as the project allows.`}
            {...field('expires_at')}
          />
          <details>
            <summary>Limits</summary>
            <FieldGroup legend="Where it works and what it reaches">
              <Field
                label="Addresses"
                hint="Addresses or ranges that it may be used from, such as 192.0.2.0/24. Empty: anywhere."
                {...field('allowed_ips')}
              />
              <Field
                label="Authorities"
                hint="Ids of the authorities whose records it reaches. Empty: all of the project."
                {...field('authorities')}
              />
            </FieldGroup>
          </details>
        </>
      )}
    </FormDialog>
  );
}

function isSame(held: readonly Capability[], capabilities: readonly Capability[]): boolean {
  return held.length === capabilities.length && capabilities.every((each) => held.includes(each));
}

/** Parses a list separated by spaces or commas. */
function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
