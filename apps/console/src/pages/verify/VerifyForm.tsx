import { useRef, useState, type DragEvent, type FormEvent } from 'react';
import { Button } from '../../components/Button.js';
import { Field } from '../../components/Field.js';
import { verifier } from '../../verifying/verifier.js';
import { isBundle, searchFor, type Source, type SourceSearch } from './sources.js';
import styles from './Verify.module.css';

/** Bytes of a bundle at most; a larger file is a document. */
const BUNDLE_AT_MOST = 32_000_000;

/** A file: a bundle with its bytes, or a document of which only the digest is known. */
type Dropped = Extract<Source, { kind: 'bundle' }> | { kind: 'digest'; digest: string; file: string };

/** One field for everything that can be verified, and a place to drop a file on. */
export function VerifyForm({
  asked,
  onSearch,
  onFile,
}: {
  /** What the address names. */
  asked: string;
  onSearch: (search: SourceSearch) => void;
  onFile: (dropped: Dropped) => void;
}) {
  const [typed, setTyped] = useState(asked);
  const [isOver, setOver] = useState(false);
  const [isHashing, setHashing] = useState(false);
  const chosen = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(searchFor(typed));
  };
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setHashing(true);
    const source = await sourceOf(file).finally(() => setHashing(false));
    onFile(source);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <form
      className={styles.form}
      data-over={isOver}
      onSubmit={submit}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field
        label="Record id, your own id of it, or the SHA-256 of its content"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="rec_…"
        maxLength={512}
      />
      <div className={styles.offer}>
        <Button type="submit" look="primary" icon="verify">
          Verify
        </Button>
        <Button onClick={() => chosen.current?.click()} busy={isHashing}>
          Choose a file…
        </Button>
        <input
          ref={chosen}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="File to verify"
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <p>
          Or drop one here: an evidence bundle is verified as it is; of a document, the SHA-256 is made in
          this browser and looked up. Its content is never sent.
        </p>
      </div>
    </form>
  );
}

async function sourceOf(file: File): Promise<Dropped> {
  if (file.size <= BUNDLE_AT_MOST) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isBundle(new TextDecoder().decode(bytes))) return { kind: 'bundle', file: file.name, bytes };
  }
  const { digest } = await verifier('digest', { file });
  return { kind: 'digest', digest, file: file.name };
}
