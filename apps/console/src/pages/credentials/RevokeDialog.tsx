import { atVersion } from '../../api/at-version.js';
import type { Schemas } from '../../api/client.js';
import { ReasonDialog } from '../../components/ReasonDialog.js';
import { Time } from '../../components/Time.js';
import { typedName } from '../../format/typed-name.js';
import styles from './Credentials.module.css';
import { LastUses } from './LastUses.js';

type Credential = Schemas['Credential'];

/** Revokes a credential. The dialog shows first who still uses it. */
export function RevokeDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const { last_used_at } = credential;
  return (
    <ReasonDialog
      act="Revoke credential"
      said="Credential revoked. It is refused from now on."
      touched={['credentials', 'events']}
      typed={typedName(credential.name, credential.id)}
      call={(api, reason) =>
        api.POST('/v1/credentials/{id}/revoke', { params: atVersion(credential), body: { reason } })
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
    </ReasonDialog>
  );
}
