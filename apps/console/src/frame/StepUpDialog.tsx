import { useEffect, useState } from 'react';
import type { ApiError } from '../api/api-error.js';
import { asApiError, useAsking } from '../api/asking.js';
import { callSession } from '../api/client.js';
import { environment } from '../api/place.js';
import { answerChallenge, type PasskeyChallenge } from '../api/passkeys.js';
import { setProofAsker, type Act } from '../api/step-up.js';
import { ActDialog, Dialog } from '../components/Dialog.js';
import { ErrorPanel } from '../components/ErrorPanel.js';
import { Field } from '../components/Field.js';
import { LinkButton } from '../components/LinkButton.js';
import { Places } from '../components/Loaded.js';
import { shown } from '../format/hostile-text.js';

type Challenge = {
  challenge_id: string;
  /** The waiting call, in the words of the server. */
  act: { summary: string; subject: string | null; project: string | null };
} & (
  ({ method: 'passkey' } & PasskeyChallenge) | { method: 'password' } | { method: 'oidc'; location: string }
);

interface Asked {
  act: Act;
  settle: (proof: string | null) => void;
}

/** Asks the operator for step-up authentication for one waiting call. */
export function StepUpDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    setProofAsker(
      (act) =>
        new Promise((resolve) => {
          setAsked({
            act,
            settle: (proof) => {
              setAsked(null);
              resolve(proof);
            },
          });
        }),
    );
    return () => setProofAsker(null);
  }, []);
  return asked === null ? null : <Asking key={asked.act.body_digest + asked.act.path} {...asked} />;
}

function Asking({ act, settle }: Asked) {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const { busy, error, run } = useAsking();
  const [password, setPassword] = useState('');
  useEffect(() => {
    let isOver = false;
    const begin = async () => {
      try {
        const next = await callSession<Challenge>('POST', 'step-up/options', act);
        if (!isOver) setChallenge(next);
      } catch (thrown) {
        if (!isOver) setFailure(asApiError(thrown));
      }
    };
    void begin();
    return () => {
      isOver = true;
    };
  }, [act]);
  const title = 'Confirm that it is you';
  const decline = () => settle(null);
  if (challenge === null) {
    return (
      <Dialog title={title} onClose={decline}>
        {failure === null ? <Places lines={3} /> : <ErrorPanel error={failure} />}
      </Dialog>
    );
  }
  const prove = async () => {
    const answer =
      challenge.method === 'passkey'
        ? { credential: await answerChallenge(challenge) }
        : challenge.method === 'password'
          ? { password }
          : {};
    const { challenge_id } = challenge;
    const { proof } = await callSession<{ proof: string }>('POST', 'step-up', { challenge_id, ...answer });
    settle(proof);
  };
  const { summary, subject, project } = challenge.act;
  const acts = { passkey: 'Use passkey', password: 'Confirm', oidc: 'Continue' };
  return (
    <ActDialog
      title={title}
      act={acts[challenge.method]}
      busy={busy}
      error={error}
      onAct={() => run(prove)}
      onClose={decline}
    >
      <p>
        For one act, in <strong>{environment}</strong>
        {project !== null && (
          <>
            , project <strong>{shown(project)}</strong>
          </>
        )}
        :
      </p>
      <p>
        <strong>{summary}</strong>
        {subject !== null && (
          <>
            {' '}
            <code>{subject}</code>
          </>
        )}
      </p>
      {challenge.method === 'password' && (
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      {challenge.method === 'oidc' && (
        <>
          <p>
            Your organisation confirms who you are: sign in there again, in its own window, then continue
            here.
          </p>
          <div>
            <LinkButton href={challenge.location} target="_blank" rel="noopener" icon="external">
              Sign in again
            </LinkButton>
          </div>
        </>
      )}
    </ActDialog>
  );
}
