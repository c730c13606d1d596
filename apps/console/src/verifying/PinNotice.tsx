import { useState } from 'react';
import { Button } from '../components/Button.js';
import { ActDialog } from '../components/Dialog.js';
import { ServerText } from '../components/ServerText.js';
import type { PinDecision } from './pin.js';
import styles from './PinNotice.module.css';
import { verifier } from './verifier.js';

/** Warns that the service names another log key than the pinned one. */
export function PinNotice({ decision, onAccepted }: { decision: PinDecision; onAccepted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (decision.kind !== 'changed') return null;
  const accept = async () => {
    setBusy(true);
    await verifier('accept', {});
    setBusy(false);
    setAsking(false);
    onAccepted();
  };
  return (
    <div className={styles.notice} role="alert">
      <h2>The keys of the log are not those that this browser pinned</h2>
      <ul>
        {decision.changes.map((change) => (
          <li key={change}>
            <ServerText text={change} />
          </li>
        ))}
      </ul>
      <p>
        A key is changed on purpose now and then; a server that shows you a log of its own looks the same.
        Until you accept the change, everything is checked with what was pinned. Ask the people who run the
        service, by another way than this page.
      </p>
      <Button look="danger" onClick={() => setAsking(true)}>
        Accept the change…
      </Button>
      {isAsking && (
        <ActDialog
          title="Accept the changed keys"
          act="Accept the keys"
          danger
          typed="I asked"
          busy={isBusy}
          error={null}
          onAct={() => void accept()}
          onClose={() => setAsking(false)}
        >
          <p>From now on, this browser trusts what these keys sign.</p>
        </ActDialog>
      )}
    </div>
  );
}
