import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Button } from '../../components/Button.js';
import { CodeBlock } from '../../components/CodeBlock.js';
import { ActDialog } from '../../components/Dialog.js';
import { Field } from '../../components/Field.js';
import { SecretOnce } from '../../components/SecretOnce.js';
import { CategoryTree } from './CategoryTree.js';
import styles from './Subscriptions.module.css';

/**
 * A program that receives deliveries with public libraries: the service signs as Standard Webhooks prescribes. The
 * secret is an environment variable.
 */
const RECEIVER_SNIPPET = `import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.SERVICE_WEBHOOK_SECRET);

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  try {
    const { event } = webhook.verify(body, request.headers);
    console.log(event.type, event.subject.id); // event.id is the same in each repetition
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(8080);`;

/** Subscribes an endpoint in three steps: where to, which events, and the secret, which is shown once. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [step, setStep] = useState<'endpoint' | 'events'>('endpoint');
  const [endpoint, setEndpoint] = useState('');
  const [description, setDescription] = useState('');
  const [categories, setCategories] = useState<readonly string[]>(['record']);
  const [made, setMade] = useState<Schemas['SubscriptionWithSecret'] | null>(null);
  const create = useAct(
    (api, _input: void) =>
      api.POST('/v1/subscriptions', {
        body: {
          endpoint,
          categories: [...categories] as never,
          ...(description === '' ? {} : { description }),
        },
      }),
    ['subscriptions', 'standings'],
  );
  if (made !== null) {
    const close = () => {
      onClose();
      void navigate({ to: '/subscriptions/$id', params: { id: made.id } });
    };
    return <SecretShown title="Subscription created" secret={made.secret ?? ''} onClose={close} />;
  }
  const isFirst = step === 'endpoint';
  return (
    <ActDialog
      title={`New subscription, ${isFirst ? '1: where to' : '2: which events'}`}
      act={isFirst ? 'Choose events' : 'Create subscription'}
      busy={create.isPending}
      error={create.error}
      onAct={() =>
        isFirst ? setStep('events') : create.mutate(undefined, { onSuccess: (answer) => setMade(answer) })
      }
      onClose={onClose}
    >
      {isFirst ? (
        <>
          <Field
            label="Endpoint"
            type="url"
            hint="Events are posted to this URL: https, reachable from the service, not a private address."
            value={endpoint}
            onChange={(event) => setEndpoint(event.target.value)}
            issue={create.error?.issueOf('endpoint')}
            placeholder="https://receiver.example/events"
            required
            maxLength={2_048}
          />
          <Field
            label="Description"
            hint="What receives them."
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            issue={create.error?.issueOf('description')}
            maxLength={500}
          />
        </>
      ) : (
        <>
          <p className={styles.note}>
            To <code>{endpoint}</code>{' '}
            <Button look="plain" size="s" onClick={() => setStep('endpoint')}>
              Change
            </Button>
          </p>
          <CategoryTree
            chosen={categories}
            onChange={setCategories}
            issue={categories.length === 0 ? 'Choose at least one.' : create.error?.issueOf('categories')}
          />
        </>
      )}
    </ActDialog>
  );
}

/** The signing secret of a subscription, once, with a receiver that uses it. */
export function SecretShown({
  title,
  secret,
  onClose,
}: {
  title: string;
  secret: string;
  onClose: () => void;
}) {
  return (
    <SecretOnce
      title={title}
      label="Signing secret"
      secret={secret}
      variable="SERVICE_WEBHOOK_SECRET"
      onClose={onClose}
    >
      <p className={styles.note}>The receiver verifies deliveries with it:</p>
      <CodeBlock text={RECEIVER_SNIPPET} what="receiver" />
    </SecretOnce>
  );
}
