import { useState, type ReactNode } from 'react';
import type { Api } from '../api/client.js';
import { useAct } from '../api/queries.js';
import { ActDialog } from './Dialog.js';
import { ReasonField } from './ReasonField.js';
import { say } from './toast-store.js';

/** Asks for the reason of an act, and does it. */
export function ReasonDialog({
  act,
  said,
  call,
  touched,
  hint,
  typed,
  onClose,
  children,
}: {
  act: string;
  said: string;
  call: (api: Api, reason: string) => Promise<{ data?: object; error?: unknown; response: Response }>;
  /** The queries whose answers change. */
  touched: readonly string[];
  hint?: string;
  /** A name that must be typed to confirm what cannot be undone. */
  typed?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const change = useAct((api, _input: void) => call(api, reason), touched);
  return (
    <ActDialog
      title={act}
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
    >
      {children}
      <ReasonField
        value={reason}
        onChange={setReason}
        issue={change.error?.issueOf('reason')}
        {...(hint === undefined ? {} : { hint })}
      />
    </ActDialog>
  );
}
