import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from '../../components/Dialog.js';
import { Field } from '../../components/Field.js';
import { shown } from '../../format/hostile-text.js';
import { counted } from '../../format/numbers.js';
import { FileTarget } from '../../verifying/FileTarget.js';
import { openFile } from '../../verifying/opened-file.js';
import type { Entry } from './entries.js';
import styles from './Palette.module.css';
import { useEntries } from './use-entries.js';

/** Finds records, names, pages and actions by the keyboard alone, or the record of a file. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { entries, isLoading } = useEntries(text);
  const navigate = useNavigate();
  const id = useId();
  const current = Math.min(chosen, entries.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  const go = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onClose();
    if (typeof entry.go === 'function') entry.go();
    else void navigate(entry.go as never);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((current + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(entries[current]);
    else return;
    event.preventDefault();
  };
  const groups = Map.groupBy(entries.entries(), ([, entry]) => entry.group);
  return (
    <Dialog title={<span className="visually-hidden">Find or do something</span>} onClose={onClose} wide>
      <FileTarget
        className={styles.palette}
        onFile={(file) => {
          onClose();
          const search = file.kind === 'digest' ? { digest: file.digest } : {};
          openFile(file);
          void navigate({ to: '/verify', search });
        }}
      >
        {(button) => (
          <>
            <Field
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is for typing
              autoFocus
              role="combobox"
              label="Find an id, a digest, a name or a page"
              quietLabel
              aria-expanded="true"
              aria-autocomplete="list"
              aria-controls={id}
              aria-activedescendant={entries.length > 0 ? `${id}-${current}` : undefined}
              placeholder="An id, a digest, an external id, a name, a page …"
              maxLength={512}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setChosen(0);
              }}
              onKeyDown={press}
            />
            <div id={id} className={styles.list} role="listbox" aria-label="Results">
              {[...groups].map(([group, members]) => (
                <div key={group} role="group" aria-label={group}>
                  <p aria-hidden="true">{group}</p>
                  {members.map(([index, entry]) => (
                    // The keyboard’s part is that of the field.
                    <div
                      key={entry.id}
                      id={`${id}-${index}`}
                      role="option"
                      aria-selected={index === current}
                      onClick={() => go(entry)}
                      onPointerMove={() => setChosen(index)}
                    >
                      <bdi>{shown(entry.title)}</bdi>
                      {entry.detail !== undefined && <code>{shown(entry.detail)}</code>}
                    </div>
                  ))}
                </div>
              ))}
            </div>
            <div className={styles.foot}>
              <span role="status">{isLoading ? 'Searching…' : counted(entries.length, 'result')}</span>
              {button}
            </div>
          </>
        )}
      </FileTarget>
    </Dialog>
  );
}
