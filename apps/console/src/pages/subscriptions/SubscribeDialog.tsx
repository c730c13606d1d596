import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { CodeBlock } from '../../components/CodeBlock.js';
import { Field } from '../../components/Field.js';
import { FormDialog, type Form } from '../../components/FormDialog.js';
import { SecretOnce } from '../../components/SecretOnce.js';
import { CategoryTree } from './CategoryTree.js';

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

/** Subscribes an endpoint, and shows its secret once. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [categories, setCategories] = useState<readonly string[]>(['record']);
  const [made, setMade] = useState<Schemas['SubscriptionWithSecret'] | null>(null);
  if (made !== null) {
    const open = () => void navigate({ to: '/subscriptions/$id', params: { id: made.id }, replace: true });
    return <SecretShown title="Subscription created" secret={made.secret ?? ''} onClose={open} />;
  }
  return (
    <FormDialog
      act="Create subscription"
      initial={{ endpoint: '', description: '' }}
      touched={['subscriptions', 'standings']}
      call={(api, { endpoint, description }) =>
        api.POST('/v1/subscriptions', {
          body: {
            endpoint,
            categories: [...categories] as never,
            ...(description === '' ? {} : { description }),
          },
        })
      }
      onDone={setMade}
      onClose={onClose}
    >
      {({ field, error }) => (
        <>
          <EndpointFields field={field} />
          <CategoryTree
            chosen={categories}
            onChange={setCategories}
            issue={categories.length === 0 ? 'Choose at least one.' : error?.issueOf('categories')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Where events are posted to, and what is there. */
export function EndpointFields({ field }: { field: Form<'endpoint' | 'description'>['field'] }) {
  return (
    <>
      <Field
        label="Endpoint"
        type="url"
        hint="Events are posted to this URL: https, reachable from the service, not a private address."
        placeholder="https://receiver.example/events"
        {...field('endpoint')}
        required
        maxLength={2_048}
      />
      <Field label="Description" hint="What receives them." {...field('description')} maxLength={500} />
    </>
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
      <p className="note">The receiver verifies deliveries with it:</p>
      <CodeBlock text={RECEIVER_SNIPPET} what="receiver" />
    </SecretOnce>
  );
}
