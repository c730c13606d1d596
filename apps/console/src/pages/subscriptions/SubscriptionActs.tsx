import { useState } from 'react';
import { atVersion } from '../../api/at-version.js';
import type { Schemas } from '../../api/client.js';
import { FormDialog, KEPT } from '../../components/FormDialog.js';
import { typedName } from '../../format/typed-name.js';
import { RotateDialog } from '../credentials/RotateDialog.js';
import { CategoryTree } from './CategoryTree.js';
import { EndpointFields, SecretShown } from './SubscribeDialog.js';
import { capitalised } from '../../format/capitalised.js';

type Subscription = Schemas['Subscription'];

interface ActProps {
  subscription: Subscription;
  onClose: () => void;
}

const TOUCHED = ['subscriptions', 'standings', 'deliveries', 'replay-count'];

/** Changes the URL and the categories. */
export function UpdateDialog({ subscription, onClose }: ActProps) {
  const [categories, setCategories] = useState<readonly string[]>(subscription.categories);
  return (
    <FormDialog
      act="Change subscription"
      said="Subscription changed."
      initial={{ endpoint: subscription.endpoint, description: subscription.description ?? '' }}
      touched={TOUCHED}
      call={(api, { endpoint, description }) =>
        api.PATCH('/v1/subscriptions/{id}', {
          params: atVersion(subscription),
          body: { endpoint, description: description || null, categories: [...categories] as never },
        })
      }
      onClose={onClose}
    >
      {({ field, error }) => (
        <>
          <EndpointFields field={field} />
          <CategoryTree chosen={categories} onChange={setCategories} issue={error?.issueOf('categories')} />
        </>
      )}
    </FormDialog>
  );
}

/** What each change of the state says, in its dialog and afterwards. */
const CHANGES = {
  disable: {
    said: 'Subscription disabled.',
    reason: KEPT,
    means:
      'Nothing is delivered until it is enabled again. What happens meanwhile is not sent afterwards by itself: replay it.',
  },
  enable: {
    said: 'Subscription enabled.',
    means: 'Deliveries that wait are attempted at once, and new events are sent.',
  },
  revoke: {
    said: 'Subscription revoked.',
    reason: KEPT,
    means:
      'Nothing is delivered to it any more, deliveries that wait are cancelled, and nothing undoes this.',
  },
} as const;

/** Disables a subscription, enables it, or ends it for good. */
export function ChangeStateDialog({
  change,
  subscription,
  onClose,
}: ActProps & { change: keyof typeof CHANGES }) {
  const { means, ...told } = CHANGES[change];
  return (
    <FormDialog
      act={`${capitalised(change)} subscription`}
      {...told}
      touched={TOUCHED}
      typed={change === 'revoke' ? typedName(subscription.endpoint, subscription.id) : undefined}
      call={(api, _values, reason) => {
        const params = atVersion(subscription);
        if (change === 'enable') return api.POST('/v1/subscriptions/{id}/enable', { params });
        return api.POST(`/v1/subscriptions/{id}/${change}`, { params, body: { reason } });
      }}
      onClose={onClose}
    >
      <p className="note">{means}</p>
    </FormDialog>
  );
}

/** Gives a subscription a new signing secret; both sign until the overlap ends. */
export function RotateSecretDialog({ subscription, onClose }: ActProps) {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) return <SecretShown title="Secret rotated" secret={secret} onClose={onClose} />;
  return (
    <RotateDialog
      act="Rotate secret"
      what="secret"
      does="signs"
      name={typedName(subscription.endpoint, subscription.id)}
      isRotating={subscription.rotation !== null}
      touched={TOUCHED}
      call={(api, body) =>
        api.POST('/v1/subscriptions/{id}/rotate', { params: atVersion(subscription), body })
      }
      onDone={(answer) => (answer.secret === null ? onClose() : setSecret(answer.secret))}
      onClose={onClose}
    >
      Deliveries are signed by both secrets until the old one ends. Change the receiver before that.
    </RotateDialog>
  );
}
