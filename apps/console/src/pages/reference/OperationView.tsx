import { useState, type FormEvent } from 'react';
import { ApiError } from '../../api/api-error.js';
import { environment } from '../../api/place.js';
import { useMay, useWhereabouts } from '../../api/session.js';
import { Button } from '../../components/Button.js';
import { CopyAsCurl } from '../../components/CopyAsCurl.js';
import { ActDialog } from '../../components/Dialog.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { TextArea } from '../../components/Field.js';
import { Badge, State } from '../../components/State.js';
import { whoMay } from '../../format/roles.js';
import { addressOf, type ApiOperation, type Refusal } from './operations-of.js';
import styles from './Reference.module.css';
import { type Tried, tryCall } from './try-call.js';
import { Answer } from './OperationAnswer.js';
import { ParameterField } from './ParameterField.js';

/** One operation: its description, a form that calls it, and the answer. */
export function OperationView({ operation }: { operation: ApiOperation }) {
  const { method, path, summary, description, capabilities, refusals, parameters } = operation;
  const { project } = useWhereabouts();
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(parameters.map(({ name }) => [name, name === 'environment' ? environment : ''])),
  );
  const [body, setBody] = useState(operation.body ?? '');
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const address = addressOf(operation, values);
  const bodyIssue = operation.body === null ? undefined : jsonIssue(body);

  const call = async (): Promise<void> => {
    if (address === null) return;
    setBusy(true);
    setError(null);
    try {
      setTried(await tryCall(method, address, operation.body === null ? null : body, project?.id ?? null));
      setAsking(false);
    } catch (failure) {
      setError(failure as ApiError);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address === null || bodyIssue !== undefined || isBusy) return;
    if (method === 'GET') void call();
    else setAsking(true);
  };
  const change = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  return (
    <article className={styles.operation}>
      <div>
        <p className={styles.call}>
          <span className={styles.method} data-method={method}>
            {method}
          </span>{' '}
          <code>{path}</code>
        </p>
        <h2>{summary}</h2>
        {description !== '' && <p className={styles.quiet}>{description}</p>}
      </div>
      <Needs capabilities={capabilities} />
      <form className={styles.form} onSubmit={submit}>
        {parameters.map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onChange={(value) => change(parameter.name, value)}
          />
        ))}
        {operation.body !== null && (
          <TextArea
            label="Body"
            hint="An example: change it as you need."
            rows={Math.min(14, body.split('\n').length + 1)}
            value={body}
            issue={bodyIssue}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
        <div className={styles.acts}>
          <Button
            type="submit"
            look="primary"
            busy={isBusy}
            disabled={address === null || bodyIssue !== undefined}
          >
            {method === 'GET' ? 'Send' : 'Send …'}
          </Button>
          {address !== null && bodyIssue === undefined && (
            <CopyAsCurl
              call={{
                method,
                ...address,
                ...(operation.body === null ? {} : { body: JSON.parse(body) as unknown }),
              }}
            />
          )}
          {address === null && <span className={styles.quiet}>Fill in the parameters of the path.</span>}
        </div>
      </form>
      {error !== null && !isAsking && <ErrorPanel error={error} />}
      {tried !== null && <Answer tried={tried} />}
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      {isAsking && address !== null && (
        <ActDialog
          title={summary}
          act="Send"
          danger={method === 'DELETE' || /\/(revoke|suspend|supersede)$/.test(path)}
          busy={isBusy}
          error={error}
          onAct={() => void call()}
          onClose={() => setAsking(false)}
        >
          <p>
            This is no rehearsal: it changes {project === null ? `all of ${environment}` : project.name} at
            once, and stands in the history under your name.
          </p>
          <p>
            <code>
              {method} {address.path}
            </code>
          </p>
        </ActDialog>
      )}
    </article>
  );
}

function Needs({ capabilities }: { capabilities: readonly string[] }) {
  const [first = ''] = capabilities;
  const holds = [useMay(first), useMay(capabilities[1] ?? first)];
  if (capabilities.length === 0) return null;
  return (
    <p className={styles.needs}>
      Needs{' '}
      {capabilities.map((capability, index) => (
        <span key={capability}>
          {index > 0 && ' or '}
          <Badge>{capability}</Badge>
        </span>
      ))}
      {!holds.includes(true) && (
        <State state="refused" tone="warn">
          which {whoMay(first)} holds
        </State>
      )}
    </p>
  );
}

function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  return (
    <details>
      <summary>How it can be refused</summary>
      <ul className={styles.errors}>
        {refusals.map(({ status, meaning }) => (
          <li key={status}>
            <b>{status}</b> {meaning}
          </li>
        ))}
      </ul>
      <p>
        <a href="/docs/errors" target="_blank" rel="noopener noreferrer">
          Every code, with what to do
        </a>
      </p>
    </details>
  );
}

function jsonIssue(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return 'This is not JSON.';
  }
}
