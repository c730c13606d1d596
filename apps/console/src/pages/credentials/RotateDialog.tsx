import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { ActDialog } from '../../components/Dialog.js';
import { Checkbox } from '../../components/Field.js';
import { SecretOnce } from '../../components/SecretOnce.js';
import { Time } from '../../components/Time.js';
import { typedName } from '../../format/typed-name.js';
import styles from './Credentials.module.css';
import { OVERLAPS, USUAL_OVERLAP } from './overlap.js';
import { OverlapSlider } from './OverlapSlider.js';

type Credential = Schemas['Credential'];

/** Gives a credential a new token. The old one works until the overlap ends, which nothing can undo. */
export function RotateDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const [overlap, setOverlap] = useState(USUAL_OVERLAP);
  const [isForced, setForced] = useState(false);
  const [issued, setIssued] = useState<Schemas['IssuedCredential'] | null>(null);
  const seconds = OVERLAPS[overlap]?.seconds ?? 0;
  const isRotating = credential.state === 'rotating';
  const rotate = useAct(
    (api, _input: void) =>
      api.POST('/v1/credentials/{id}/rotate', {
        params: { path: { id: credential.id } },
        body: { overlap_seconds: seconds, force: isForced },
      }),
    ['credentials'],
  );
  if (issued !== null) {
    return (
      <SecretOnce
        title="Credential rotated"
        label="New token"
        secret={issued.token ?? ''}
        variable="SERVICE_TOKEN"
        onClose={onClose}
      >
        <p className={styles.note}>
          {issued.rotation === null ? (
            'The old token does not work any more.'
          ) : (
            <>
              The old token works until <Time at={issued.rotation.overlap_ends_at} exact />. The page of the
              credential says whether it is used still.
            </>
          )}
        </p>
      </SecretOnce>
    );
  }
  return (
    <ActDialog
      title="Rotate credential"
      act={seconds === 0 ? 'Rotate and end the old token' : 'Rotate credential'}
      danger={seconds === 0}
      {...(seconds === 0 ? { typed: typedName(credential.name, credential.id) } : {})}
      busy={rotate.isPending}
      error={rotate.error}
      onAct={() =>
        rotate.mutate(undefined, {
          onSuccess: (answer) => (answer.token === null ? onClose() : setIssued(answer)),
        })
      }
      onClose={onClose}
    >
      <p className={styles.note}>
        There will be a new token. Change it where it is used while both of them work; this cannot be undone.
      </p>
      <OverlapSlider label="The old token works for" value={overlap} onChange={setOverlap} />
      {seconds === 0 && (
        <p className={styles.note}>
          Programs that have the old token are refused from this moment on. This is for a token that leaked.
        </p>
      )}
      {isRotating && (
        <Checkbox
          label="End the token of the previous rotation"
          hint="A rotation is still under way: if you rotate again, the oldest of the three tokens ends at once."
          checked={isForced}
          onChange={(event) => setForced(event.target.checked)}
          required
        />
      )}
    </ActDialog>
  );
}
