/** What is said of a type of published event. */
export interface EventTypeDefinition {
  domain: 'record' | 'authority' | 'credential' | 'subscription';
  /** One sentence for whoever receives it. */
  description: string;
}

/** Every type of event that is published to subscribers. */
export const EVENT_TYPES = {
  'service.record.registered': { domain: 'record', description: 'A record was registered.' },
  'service.record.amended': { domain: 'record', description: 'A record was amended.' },
  'service.record.suspended': { domain: 'record', description: 'A record was suspended.' },
  'service.record.reinstated': { domain: 'record', description: 'A suspended record was reinstated.' },
  'service.record.superseded': { domain: 'record', description: 'A record was superseded by another.' },
  'service.record.expired': { domain: 'record', description: 'A record has expired.' },
  'service.record.revoked': { domain: 'record', description: 'A record was revoked.' },
  'service.authority.granted': { domain: 'authority', description: 'An authority was granted.' },
  'service.authority.renewed': { domain: 'authority', description: 'An authority was renewed.' },
  'service.authority.scope_changed': {
    domain: 'authority',
    description: 'The scope of an authority was narrowed or widened.',
  },
  'service.authority.suspended': { domain: 'authority', description: 'An authority was suspended.' },
  'service.authority.reinstated': {
    domain: 'authority',
    description: 'A suspended authority was reinstated.',
  },
  'service.authority.expired': { domain: 'authority', description: 'An authority has expired.' },
  'service.authority.revoked': { domain: 'authority', description: 'An authority was revoked.' },
  'service.credential.issued': { domain: 'credential', description: 'A credential was issued.' },
  'service.credential.rotated': { domain: 'credential', description: 'A credential got a new secret.' },
  'service.credential.expired': { domain: 'credential', description: 'A credential has expired.' },
  'service.credential.revoked': { domain: 'credential', description: 'A credential was revoked.' },
  'service.subscription.disabled': { domain: 'subscription', description: 'A subscription was disabled.' },
  'service.subscription.tested': {
    domain: 'subscription',
    description: 'A test of a subscription was asked for; it alone gets the event.',
  },
} as const satisfies Record<string, EventTypeDefinition>;

export type EventType = keyof typeof EVENT_TYPES;

/** The domains whose events are published. */
export const EVENT_DOMAINS = ['record', 'authority', 'credential', 'subscription'] as const;

/** What a subscription can list: domains, and single types of event. */
export const EVENT_CATEGORIES: readonly string[] = [...EVENT_DOMAINS, ...Object.keys(EVENT_TYPES)];
