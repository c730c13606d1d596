import type { ReactNode } from 'react';
import type { ApiError } from '../api/api-error.js';
import { whoMay } from '../format/roles.js';
import { Button } from './Button.js';
import { CopyButton } from './CopyButton.js';
import styles from './ErrorPanel.module.css';
import { Icon } from './Icon.js';
import { ServerText } from './ServerText.js';

/** An error: its message, what to do, the code with its explanation, and the request id. */
export function ErrorPanel({
  error,
  onRetry,
  children,
}: {
  error: ApiError;
  onRetry?: () => void;
  children?: ReactNode;
}) {
  const { code, fields, status, retryAfter } = error;
  const { scope_required: scope, request_id: requestId, details = [] } = fields;
  return (
    <div className={styles.panel} role="alert">
      <Icon name="warning" />
      <div className={styles.text}>
        <p className={styles.message}>
          <ServerText text={error.message} />
        </p>
        {scope !== undefined && (
          <p>
            This needs <code>{scope}</code>, which {whoMay(scope)} of the project holds.
          </p>
        )}
        {details.length > 0 && (
          <ul>
            {details.map(({ field, issue }) => (
              <li key={`${field} ${issue}`}>
                {field !== '' && <code>{field}</code>} <ServerText text={issue} />
              </li>
            ))}
          </ul>
        )}
        {status === 412 && <p>Somebody changed it meanwhile. Load it again to see what it is now.</p>}
        {retryAfter !== null && (
          <p>Try again in {retryAfter === 1 ? 'a second' : `${retryAfter} seconds`}.</p>
        )}
        {children}
        <p className={styles.facts}>
          {status === 0 ? (
            <code>{code}</code>
          ) : (
            <a href={`/docs/errors#${code}`} target="_blank" rel="noopener noreferrer">
              <code>{code}</code>
            </a>
          )}
          {requestId !== null && (
            <span>
              <code>{requestId}</code> <CopyButton text={requestId} what="request id" />
            </span>
          )}
        </p>
        {onRetry !== undefined && (
          <Button size="s" icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
