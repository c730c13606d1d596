import { useState } from 'react';
import { Field, FieldGroup, TextArea } from '../../components/Field.js';
import { verifier } from '../../verifying/verifier.js';
import styles from './Records.module.css';

/** The content of a record: a file or a text, of which the SHA-256 is made in this browser, or a digest. */
export function ContentField({
  onChange,
  issue,
}: {
  onChange: (content: { content_digest: string } | null) => void;
  issue?: string | undefined;
}) {
  const [digest, setDigest] = useState('');
  const [text, setText] = useState('');
  const [name, setName] = useState<string | null>(null);
  const set = (next: string) => {
    setDigest(next);
    onChange(/^sha256:[0-9a-f]{64}$/.test(next) ? { content_digest: next } : null);
  };
  const hash = async (content: Blob, from: string | null) => {
    setName(from);
    set((await verifier('digest', { file: content })).digest);
  };
  return (
    <FieldGroup
      legend="Content"
      hint="A file or a text is hashed in this browser; only its SHA-256 is sent."
      issue={issue}
    >
      <div
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const [file] = event.dataTransfer.files;
          if (file !== undefined) void hash(file, file.name);
        }}
      >
        <Field
          label="File"
          type="file"
          hint={name === null ? 'Choose one, or drop it here.' : `The digest is that of ${name}.`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void hash(file, file.name);
          }}
        />
      </div>
      <TextArea
        label="Or a text"
        value={text}
        rows={2}
        onChange={(event) => {
          setText(event.target.value);
          void hash(new Blob([event.target.value]), null);
        }}
      />
      <Field
        label="SHA-256"
        value={digest}
        onChange={(event) => set(event.target.value.trim())}
        pattern="sha256:[0-9a-f]{64}"
        placeholder="sha256:…"
        required
      />
    </FieldGroup>
  );
}
