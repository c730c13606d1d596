import { atVersion } from '../../api/at-version.js';
import type { Schemas } from '../../api/client.js';
import { Field } from '../../components/Field.js';
import { FormDialog, KEPT } from '../../components/FormDialog.js';
import { Time } from '../../components/Time.js';
import { typedName } from '../../format/typed-name.js';
import { LastUses } from './LastUses.js';

type Credential = Schemas['Credential'];

/** Gives a credential another name. */
export function RenameDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  return (
    <FormDialog
      act="Rename credential"
      said="Credential renamed."
      initial={{ name: credential.name }}
      touched={['credentials']}
      call={(api, { name }) =>
        api.PATCH('/v1/credentials/{id}', { params: atVersion(credential), body: { name } })
      }
      onClose={onClose}
    >
      {({ field }) => <Field label="Name" {...field('name')} required maxLength={100} />}
    </FormDialog>
  );
}

/** Revokes a credential. The dialog shows first who still uses it. */
export function RevokeDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const { last_used_at } = credential;
  return (
    <FormDialog
      act="Revoke credential"
      said="Credential revoked. It is refused from now on."
      touched={['credentials', 'events']}
      typed={typedName(credential.name, credential.id)}
      reason={KEPT}
      call={(api, _values, reason) =>
        api.POST('/v1/credentials/{id}/revoke', { params: atVersion(credential), body: { reason } })
      }
      onClose={onClose}
    >
      <p className="note">
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
    </FormDialog>
  );
}
