import type { EncryptedText, SubscriptionEvent, SubscriptionSecret } from '@service/contracts';

const sealed = (text: string): EncryptedText => ({ sealing_key_id: '0123456789abcdef', sealed: text });

/** A secret that differs from others by its name. */
export const secretNamed = (name: string): SubscriptionSecret => ({
  hmac: sealed(`hmac ${name}`),
  signing: sealed(`signing ${name}`),
  public_key: name,
});

export const created: Extract<SubscriptionEvent, { type: 'service.subscription.created' }> = {
  type: 'service.subscription.created',
  subscription_id: 'sub_1',
  project_id: 'prj_1',
  endpoint: 'https://receiver.example/events',
  categories: ['record'],
  signatures: ['v1'],
  description: null,
  secret: secretNamed('first'),
  created_by: 'crd_1',
  occurred_at: '2026-11-21T03:00:00.000Z',
};
