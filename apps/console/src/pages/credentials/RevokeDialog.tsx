import { useState } from 'react';
import { atVersion } from '../../api/at-version.js';
import type { Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { ActDialog } from '../../components/Dialog.js';
import { ReasonField } from '../../components/ReasonField.js';
import { Time } from '../../components/Time.js';
import { say } from '../../components/toast-store.js';
import { typedName } from '../../format/typed-name.js';
import styles from './Credentials.module.css';
import { LastUses } from './LastUses.js';

type Credential = Schemas['Credential'];

/** Revokes a credential. The dialog shows first who still uses it. */
export function RevokeDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const revoke = useAct(
    (api, _input: void) =>
      api.POST('/v1/credentials/{id}/revoke', {
        params: atVersion(credential),
        body: { reason },
      }),
    ['credentials', 'events'],
  );
  const { last_used_at } = credential;
  return (
    <ActDialog
      title="Revoke credential"
      act="Revoke credential"
      danger
      typed={typedName(credential.name, credential.id)}
      busy={revoke.isPending}
      error={revoke.error}
      onAct={() =>
        revoke.mutate(undefined, {
          onSuccess: () => {
            say('Credential revoked. It is refused from now on.');
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p className={styles.note}>
        Everything that uses it is refused within a second, for good.{' '}
        {last_used_at === null ? (
          'It was never used.'
        ) : (
          <>
            It was used last <Time at={last_used_at} />.
          </>
        )}
      </p>
      <LastUses id={credential.id} />
      <ReasonField value={reason} onChange={setReason} issue={revoke.error?.issueOf('reason')} />
    </ActDialog>
  );
}
