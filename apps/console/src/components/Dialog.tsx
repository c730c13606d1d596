import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { ApiError } from '../api/api-error.js';
import { environment } from '../api/place.js';
import { Button } from './Button.js';
import styles from './Dialog.module.css';
import { ErrorPanel } from './ErrorPanel.js';
import { Field } from './Field.js';

interface DialogProps {
  title: ReactNode;
  /** Called when it is dismissed: by its button or by Escape. */
  onClose: () => void;
  children: ReactNode;
  /** Wide enough for a table. */
  wide?: boolean;
}

/** A modal dialog, open while it is rendered. It returns the focus afterwards, or gives it to the heading. */
export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      // What was done may have removed the button that opened it.
      const next = before?.isConnected === true ? before : document.querySelector('main h1');
      if (next instanceof HTMLElement) next.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${wide ? styles.wide : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Chromium closes at the second Escape despite preventDefault; a dialog that is still rendered reopens.
      onClose={() => {
        onClose();
        requestAnimationFrame(() => {
          if (dialog.current?.isConnected === true && !dialog.current.open) dialog.current.showModal();
        });
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface ActDialogProps {
  title: ReactNode;
  /** Text of the submit button, such as `Revoke credential`; in production the environment is added. */
  act: string;
  /** Whether it cannot be undone. */
  danger?: boolean;
  /** A name that must be typed to confirm what cannot be undone. */
  typed?: string;
  /** Whether there is nothing to do. */
  isEmpty?: boolean;
  busy: boolean;
  error: ApiError | null;
  onAct: () => void;
  onClose: () => void;
  wide?: boolean;
  children?: ReactNode;
}

/** A dialog with a form. Enter submits, Escape cancels. */
export function ActDialog({
  title,
  act,
  danger = false,
  typed,
  isEmpty = false,
  busy,
  error,
  onAct,
  onClose,
  wide = false,
  children,
}: ActDialogProps) {
  const [name, setName] = useState('');
  const isReady = !isEmpty && (typed === undefined || name.trim() === typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !busy) onAct();
  };
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <form className={styles.form} onSubmit={submit} noValidate={false}>
        {children}
        {typed !== undefined && (
          <Field
            label={
              <>
                Type <code>{typed}</code> to confirm
              </>
            }
            value={name}
            onChange={(event) => setName(event.target.value)}
            required
          />
        )}
        {error !== null && <ErrorPanel error={error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={danger ? 'danger' : 'primary'} busy={busy} disabled={!isReady}>
            {inEnvironment(act)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The row of buttons at the end of a dialog or a form. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** Name of an action, with the environment in production. */
export function inEnvironment(act: string): string {
  return environment === 'production' ? `${act} in production` : act;
}
