import { useEffect, useState } from 'react';
import { Button } from './Button.js';
import { CopyButton } from './CopyButton.js';
import { Dialog, DialogActions } from './Dialog.js';
import { saveFile } from './save-file.js';
import styles from './SecretOnce.module.css';

interface SecretOnceProps {
  title: string;
  /** Its name, such as `Token` or `Invitation link`. */
  label: string;
  secret: string;
  /** Offers a file with this variable; for secrets that programs use. */
  variable?: string;
  /** Instructions. */
  children?: React.ReactNode;
  onClose: () => void;
}

/**
 * Shows a secret once: only this component holds it, until it closes or the page is left. It asks for confirmation
 * before it closes if the secret was neither copied nor saved.
 */
export function SecretOnce({ title, label, secret, variable, children, onClose }: SecretOnceProps) {
  const [kept, setKept] = useState<string | null>(secret);
  const [isTaken, setTaken] = useState(false);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const forget = () => {
      setKept(null);
      onClose();
    };
    addEventListener('pagehide', forget);
    return () => removeEventListener('pagehide', forget);
  }, [onClose]);
  const close = () => (isTaken || isAsked ? onClose() : setAsked(true));
  return (
    <Dialog title={title} onClose={close}>
      <div className={styles.content}>
        <p className={styles.once}>This is shown once: the service keeps no copy that it could show again.</p>
        <div className={styles.secret} onCopy={() => setTaken(true)} onClick={() => setTaken(true)}>
          <code aria-label={label}>{kept}</code>
          <CopyButton text={kept ?? ''} what={label} label="Copy" />
        </div>
        {children}
        {isAsked && (
          <p role="alert" className={styles.asked}>
            You have neither copied nor saved it. Close it all the same?
          </p>
        )}
        <DialogActions>
          {variable !== undefined && (
            <Button
              icon="download"
              onClick={() => {
                setTaken(true);
                saveFile(`${variable.toLowerCase()}.env`, 'text/plain', `${variable}=${kept ?? ''}\n`);
              }}
            >
              Download .env
            </Button>
          )}
          <Button look="primary" onClick={close}>
            {isAsked ? 'Close without it' : 'Done'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
