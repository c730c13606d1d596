import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { Button } from '../../components/Button.js';
import { Field } from '../../components/Field.js';
import { IdText } from '../../components/IdText.js';
import { Facts, Section } from '../../components/Page.js';
import { wholeNumber } from '../../format/numbers.js';
import { AuditPath } from '../../verifying/AuditPath.js';
import type { FoundEntry } from '../../verifying/messages.js';
import { Outcome } from '../../verifying/Outcome.js';
import { useTask } from '../../verifying/use-task.js';
import { entryTaskOf } from './entry-search.js';
import styles from './Log.module.css';
import { Answered } from './Answered.js';

/** One entry, with the proof that it is in the log. */
export function Entry({ asked }: { asked: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(asked);
  const task = entryTaskOf(asked);
  const found = useTask('entry', task);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, entry: typed.trim() || undefined }),
    } as never);
  };
  return (
    <Section title="Entry">
      <form className={styles.search} onSubmit={submit}>
        <Field
          label="Index, digest of an element, slot, or seal of the history"
          hint="A seal is written seal:17. A search for anything but an index reads the whole log into this browser."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          pattern="\s*((seal:)?\d+|(sha256:)?[0-9a-f]{64})\s*"
          placeholder="0"
        />
        <Button type="submit" look="primary" busy={found.isBusy}>
          Check inclusion
        </Button>
      </form>
      {asked !== '' && task === null && (
        <p className="note">This is not an index, a digest, a slot or a seal.</p>
      )}
      {task !== null && (
        <Answered task={found} lines={8}>
          {(entry) => <EntryShown entry={entry} />}
        </Answered>
      )}
    </Section>
  );
}

function EntryShown({
  entry: { index, size, slot, digest, leaf, root, holds, steps },
}: {
  entry: FoundEntry;
}) {
  return (
    <>
      <Outcome holds={holds}>
        {holds
          ? `Entry ${wholeNumber(index)} is in the log, at the signed size ${wholeNumber(size)}.`
          : `Entry ${wholeNumber(index)} does not lead to the root that the log signed.`}
      </Outcome>
      <Facts
        facts={[
          ['Digest', <IdText key="d" id={digest} what="digest" />],
          ['Slot', <IdText key="s" id={slot} what="slot" />],
        ]}
      />
      <AuditPath leaf={leaf} root={root} steps={steps} isSigned />
    </>
  );
}
