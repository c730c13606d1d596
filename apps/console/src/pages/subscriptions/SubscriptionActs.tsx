import { useState } from 'react';
import { atVersion } from '../../api/at-version.js';
import type { Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { ActDialog } from '../../components/Dialog.js';
import { Checkbox, Field } from '../../components/Field.js';
import { ReasonDialog } from '../../components/ReasonDialog.js';
import { say } from '../../components/toast-store.js';
import { typedName } from '../../format/typed-name.js';
import { OVERLAPS, USUAL_OVERLAP } from '../credentials/overlap.js';
import { OverlapSlider } from '../credentials/OverlapSlider.js';
import { CategoryTree } from './CategoryTree.js';
import { SecretShown } from './SubscribeDialog.js';
import styles from './Subscriptions.module.css';

type Subscription = Schemas['Subscription'];

interface ActProps {
  subscription: Subscription;
  onClose: () => void;
}

const TOUCHED = ['subscriptions', 'standings', 'deliveries', 'replay-count'];

/** Changes the URL and the categories. */
export function UpdateDialog({ subscription, onClose }: ActProps) {
  const [endpoint, setEndpoint] = useState(subscription.endpoint);
  const [description, setDescription] = useState(subscription.description ?? '');
  const [categories, setCategories] = useState<readonly string[]>(subscription.categories);
  const update = useAct(
    (api, _input: void) =>
      api.PATCH('/v1/subscriptions/{id}', {
        params: atVersion(subscription),
        body: {
          endpoint,
          description: description === '' ? null : description,
          categories: [...categories] as never,
        },
      }),
    TOUCHED,
  );
  const { error } = update;
  return (
    <ActDialog
      title="Change subscription"
      act="Change subscription"
      busy={update.isPending}
      error={error}
      onAct={() => update.mutate(undefined, { onSuccess: () => done('Subscription changed.', onClose) })}
      onClose={onClose}
    >
      <Field
        label="Endpoint"
        type="url"
        value={endpoint}
        onChange={(event) => setEndpoint(event.target.value)}
        issue={error?.issueOf('endpoint')}
        required
        maxLength={2_048}
      />
      <Field
        label="Description"
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        issue={error?.issueOf('description')}
        maxLength={500}
      />
      <CategoryTree chosen={categories} onChange={setCategories} issue={error?.issueOf('categories')} />
    </ActDialog>
  );
}

/** Disables a subscription. */
export function DisableDialog({ subscription, onClose }: ActProps) {
  return (
    <ReasonDialog
      act="Disable subscription"
      said="Subscription disabled."
      touched={TOUCHED}
      call={(api, reason) =>
        api.POST('/v1/subscriptions/{id}/disable', { params: atVersion(subscription), body: { reason } })
      }
      onClose={onClose}
    >
      <p className={styles.note}>
        Nothing is delivered until it is enabled again. What happens meanwhile is not sent afterwards by
        itself: replay it.
      </p>
    </ReasonDialog>
  );
}

/** Enables a subscription. */
export function EnableDialog({ subscription, onClose }: ActProps) {
  const enable = useAct(
    (api, _input: void) => api.POST('/v1/subscriptions/{id}/enable', { params: atVersion(subscription) }),
    TOUCHED,
  );
  return (
    <ActDialog
      title="Enable subscription"
      act="Enable subscription"
      busy={enable.isPending}
      error={enable.error}
      onAct={() => enable.mutate(undefined, { onSuccess: () => done('Subscription enabled.', onClose) })}
      onClose={onClose}
    >
      <p className={styles.note}>Deliveries that wait are attempted at once, and new events are sent.</p>
    </ActDialog>
  );
}

/** Ends a subscription for good. */
export function RevokeDialog({ subscription, onClose }: ActProps) {
  return (
    <ReasonDialog
      act="Revoke subscription"
      said="Subscription revoked."
      touched={TOUCHED}
      typed={typedName(subscription.endpoint, subscription.id)}
      call={(api, reason) =>
        api.POST('/v1/subscriptions/{id}/revoke', { params: atVersion(subscription), body: { reason } })
      }
      onClose={onClose}
    >
      <p className={styles.note}>
        Nothing is delivered to it any more, deliveries that wait are cancelled, and nothing undoes this.
      </p>
    </ReasonDialog>
  );
}

/** Gives a subscription a new signing secret; both sign until the overlap ends. */
export function RotateSecretDialog({ subscription, onClose }: ActProps) {
  const [overlap, setOverlap] = useState(USUAL_OVERLAP);
  const [isForced, setForced] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const seconds = OVERLAPS[overlap]?.seconds ?? 0;
  const rotate = useAct(
    (api, _input: void) =>
      api.POST('/v1/subscriptions/{id}/rotate', {
        params: atVersion(subscription),
        body: { overlap_seconds: seconds, force: isForced },
      }),
    TOUCHED,
  );
  if (secret !== null) return <SecretShown title="Secret rotated" secret={secret} onClose={onClose} />;
  return (
    <ActDialog
      title="Rotate secret"
      act={seconds === 0 ? 'Rotate and end the old secret' : 'Rotate secret'}
      danger={seconds === 0}
      {...(seconds === 0 ? { typed: typedName(subscription.endpoint, subscription.id) } : {})}
      busy={rotate.isPending}
      error={rotate.error}
      onAct={() =>
        rotate.mutate(undefined, {
          onSuccess: (answer) => (answer.secret === null ? onClose() : setSecret(answer.secret)),
        })
      }
      onClose={onClose}
    >
      <p className={styles.note}>
        Deliveries are signed by both secrets until the old one ends. Change the receiver before that.
      </p>
      <OverlapSlider label="The old secret signs for" value={overlap} onChange={setOverlap} />
      {subscription.rotation !== null && (
        <Checkbox
          label="End the secret of the previous rotation"
          hint="A rotation is still under way: if you rotate again, the oldest of the three secrets ends at once."
          checked={isForced}
          onChange={(event) => setForced(event.target.checked)}
          required
        />
      )}
    </ActDialog>
  );
}

function done(text: string, onClose: () => void): void {
  say(text);
  onClose();
}
