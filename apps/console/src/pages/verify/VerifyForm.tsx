import { useState, type FormEvent } from 'react';
import { Button } from '../../components/Button.js';
import { Field } from '../../components/Field.js';
import { FileTarget } from '../../verifying/FileTarget.js';
import type { OpenedFile } from '../../verifying/opened-file.js';
import { searchFor, type SourceSearch } from './sources.js';
import styles from './Verify.module.css';

/** One field for everything that can be verified, and a place to drop a file on. */
export function VerifyForm({
  asked,
  onSearch,
  onFile,
}: {
  /** What the address names. */
  asked: string;
  onSearch: (search: SourceSearch) => void;
  onFile: (file: OpenedFile) => void;
}) {
  const [typed, setTyped] = useState(asked);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(searchFor(typed));
  };
  return (
    <FileTarget className={styles.form} onFile={onFile}>
      {(button) => (
        <form onSubmit={submit}>
          <Field
            label="Record id, external id, or the SHA-256 of the content"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder="rec_…"
            maxLength={512}
          />
          <div className={styles.offer}>
            <Button type="submit" look="primary" icon="verify">
              Verify
            </Button>
            {button}
            {asked === '' && (
              <p>
                Or drop one here: an evidence bundle is verified as it is; of a document, the SHA-256 is made
                in this browser and looked up. Its content is never sent.
              </p>
            )}
          </div>
        </form>
      )}
    </FileTarget>
  );
}
