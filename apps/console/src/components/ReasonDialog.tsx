import { useState, type ReactNode } from 'react';
import type { ApiError } from '../api/api-error.js';
import type { Api } from '../api/client.js';
import { useAct, type Scope } from '../api/queries.js';
import { ActDialog } from './Dialog.js';
import { ReasonField } from './ReasonField.js';
import { say } from './toast-store.js';

/** Asks for the reason of an act, and does it. */
export function ReasonDialog({
  act,
  title = act,
  said,
  call,
  touched,
  scope,
  hint,
  typed,
  wide = false,
  onClose,
  children,
}: {
  act: string;
  title?: ReactNode;
  said: string;
  call: (api: Api, reason: string) => Promise<{ data?: object; error?: unknown; response: Response }>;
  /** The queries whose answers change. */
  touched: readonly string[];
  scope?: Scope;
  hint?: string;
  /** A name that must be typed to confirm what cannot be undone. */
  typed?: string | undefined;
  wide?: boolean;
  onClose: () => void;
  /** A function gets the last error, to show it at its fields. */
  children: ReactNode | ((error: ApiError | null) => ReactNode);
}) {
  const [reason, setReason] = useState('');
  const change = useAct((api, _input: void) => call(api, reason.trim()), touched, scope);
  return (
    <ActDialog
      title={title}
      act={act}
      {...(typed === undefined ? {} : { danger: true, typed })}
      busy={change.isPending}
      error={change.error}
      onAct={() =>
        change.mutate(undefined, {
          onSuccess: () => {
            say(said);
            onClose();
          },
        })
      }
      onClose={onClose}
      wide={wide}
    >
      {typeof children === 'function' ? children(change.error) : children}
      <ReasonField
        value={reason}
        onChange={setReason}
        issue={change.error?.issueOf('reason')}
        {...(hint === undefined ? {} : { hint })}
      />
    </ActDialog>
  );
}
