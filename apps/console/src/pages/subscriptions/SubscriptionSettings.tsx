import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { ActButton } from '../../components/Button.js';
import { IdText } from '../../components/IdText.js';
import { Badges, metadataBadges } from '../../components/Badges.js';
import { NameOf } from '../../components/NameOf.js';
import { Facts, Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { Countdown, Time } from '../../components/Time.js';
import { shortType } from '../../format/event-type.js';
import { ChangeStateDialog, RotateSecretDialog, UpdateDialog } from './SubscriptionActs.js';

type Subscription = Schemas['Subscription'];

/** The settings of a subscription, and the actions that change them. */
export function Settings({ subscription }: { subscription: Subscription }) {
  const [open, setOpen] = useState<'update' | 'disable' | 'rotate' | 'revoke' | null>(null);
  const { state, categories, metadata, rotation, created_by } = subscription;
  const close = () => setOpen(null);
  const act = { subscription, onClose: close };
  return (
    <>
      <Section
        title="Details"
        actions={
          state !== 'revoked' && (
            <ActButton needs="subscribe" onClick={() => setOpen('update')}>
              Change…
            </ActButton>
          )
        }
      >
        <Facts
          facts={[
            ['Endpoint', <ServerText key="e" text={subscription.endpoint} code />],
            [
              'Description',
              subscription.description === null ? null : <ServerText text={subscription.description} />,
            ],
            ['Events', <Badges key="c" texts={categories.map(shortType)} />],
            ['Metadata', metadataBadges(metadata)],
            ['Signatures', subscription.signatures.join(', ')],
            ['Public key', <IdText key="k" id={subscription.public_key} what="public key" />],
            [
              'Old public key',
              rotation === null ? null : <IdText id={rotation.old_public_key} what="old public key" />,
            ],
            [
              'Old secret',
              rotation === null ? null : (
                <>
                  expires in{' '}
                  <b>
                    <Countdown until={rotation.overlap_ends_at} />
                  </b>
                </>
              ),
            ],
            ['Created by', created_by === null ? null : <NameOf id={created_by} />],
            ['Created', <Time key="a" at={subscription.created_at} exact />],
            ['Changed', <Time key="u" at={subscription.updated_at} exact />],
            ['Version', subscription.version],
          ]}
        />
      </Section>
      {state !== 'revoked' && (
        <Section title="Actions">
          <div className="row">
            <ActButton needs="subscribe" onClick={() => setOpen('rotate')}>
              Rotate secret…
            </ActButton>
            {state === 'active' && (
              <ActButton needs="subscribe" onClick={() => setOpen('disable')}>
                Disable…
              </ActButton>
            )}
            <ActButton needs="subscribe" look="danger" onClick={() => setOpen('revoke')}>
              Revoke…
            </ActButton>
          </div>
        </Section>
      )}
      {open === 'update' && <UpdateDialog {...act} />}
      {open === 'rotate' && <RotateSecretDialog {...act} />}
      {(open === 'disable' || open === 'revoke') && <ChangeStateDialog change={open} {...act} />}
    </>
  );
}
