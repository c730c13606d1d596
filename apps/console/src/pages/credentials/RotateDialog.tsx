import { useId, useState, type ReactNode } from 'react';
import type { Api, Schemas } from '../../api/client.js';
import { Checkbox } from '../../components/Field.js';
import { FormDialog } from '../../components/FormDialog.js';
import { SecretOnce } from '../../components/SecretOnce.js';
import { Time } from '../../components/Time.js';
import { typedName } from '../../format/typed-name.js';
import styles from './Credentials.module.css';

/** The overlaps that the slider offers, in seconds. */
const OVERLAPS: readonly (readonly [seconds: number, label: string])[] = [
  [0, 'ends at once'],
  [3_600, '1 hour'],
  [6 * 3_600, '6 hours'],
  [86_400, '1 day'],
  [2 * 86_400, '2 days'],
  [3 * 86_400, '3 days'],
  [7 * 86_400, '7 days'],
];

/** Default: a day is enough to change a configuration. */
const USUAL_OVERLAP = 3;

interface RotateDialogProps<Data> {
  act: string;
  /** What is rotated, and what the old one does until it ends: `token`, `works`. */
  what: string;
  does: string;
  /** Typed to end the old one at once. */
  name: string;
  isRotating: boolean;
  touched: readonly string[];
  call: (
    api: Api,
    body: { overlap_seconds: number; force: boolean },
  ) => Promise<{ data?: Data; error?: unknown; response: Response }>;
  onDone: (data: Data) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Replaces a secret. The old one works until the overlap ends, which nothing can undo. */
export function RotateDialog<Data>(props: RotateDialogProps<Data>) {
  const { act, what, does, name, isRotating, touched, call, onDone, onClose, children } = props;
  const [overlap, setOverlap] = useState(USUAL_OVERLAP);
  const [isForced, setForced] = useState(false);
  const id = useId();
  const [seconds, chosen] = OVERLAPS[overlap] ?? [0, ''];
  return (
    <FormDialog
      title={act}
      act={seconds === 0 ? `Rotate and end the old ${what}` : act}
      typed={seconds === 0 ? name : undefined}
      touched={touched}
      call={(api) => call(api, { overlap_seconds: seconds, force: isForced })}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="note">{children}</p>
      <div className={styles.slider}>
        <label htmlFor={id}>
          The old {what} {does} for: <b>{chosen}</b>
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={OVERLAPS.length - 1}
          step={1}
          value={overlap}
          aria-valuetext={chosen}
          onChange={(event) => setOverlap(Number(event.target.value))}
        />
      </div>
      {seconds === 0 && (
        <p className="note">
          What has only the old {what} is refused from this moment on. This is for a {what} that leaked.
        </p>
      )}
      {isRotating && (
        <Checkbox
          label={`End the ${what} of the previous rotation`}
          hint={`A rotation is still under way: if you rotate again, the oldest of the three ${what}s ends at once.`}
          checked={isForced}
          onChange={(event) => setForced(event.target.checked)}
          required
        />
      )}
    </FormDialog>
  );
}

/** Gives a credential a new token. */
export function RotateCredentialDialog({
  credential,
  onClose,
}: {
  credential: Schemas['Credential'];
  onClose: () => void;
}) {
  const [issued, setIssued] = useState<Schemas['IssuedCredential'] | null>(null);
  if (issued === null) {
    return (
      <RotateDialog
        act="Rotate credential"
        what="token"
        does="works"
        name={typedName(credential.name, credential.id)}
        isRotating={credential.state === 'rotating'}
        touched={['credentials']}
        call={(api, body) =>
          api.POST('/v1/credentials/{id}/rotate', { params: { path: { id: credential.id } }, body })
        }
        onDone={(answer) => (answer.token === null ? onClose() : setIssued(answer))}
        onClose={onClose}
      >
        There will be a new token. Change it where it is used while both of them work; this cannot be undone.
      </RotateDialog>
    );
  }
  return (
    <SecretOnce
      title="Credential rotated"
      label="New token"
      secret={issued.token ?? ''}
      variable="SERVICE_TOKEN"
      onClose={onClose}
    >
      <p className="note">
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
