/** The domains whose events are published; each is also a category. */
export const EVENT_DOMAINS = ['record', 'authority', 'credential', 'subscription'] as const;
export type EventDomain = (typeof EVENT_DOMAINS)[number];

/** A published type of event. */
export interface EventTypeDefinition {
  domain: EventDomain;
  /** One sentence. */
  description: string;
}

/** The registry of published types; subscriptions, polling and the documents are derived from it. */
export const EVENT_TYPES = {
  'service.record.registered': { domain: 'record', description: 'A record was registered.' },
  'service.record.amended': { domain: 'record', description: 'What a record says was changed.' },
  'service.record.suspended': { domain: 'record', description: 'A record was suspended.' },
  'service.record.reinstated': { domain: 'record', description: 'A suspended record is active again.' },
  'service.record.superseded': { domain: 'record', description: 'Another record took a record’s place.' },
  'service.record.expired': { domain: 'record', description: 'A record’s time was over.' },
  'service.record.revoked': { domain: 'record', description: 'A record was revoked.' },
  'service.authority.granted': { domain: 'authority', description: 'An authority was granted.' },
  'service.authority.renewed': { domain: 'authority', description: 'An authority was given another term.' },
  'service.authority.scope_changed': {
    domain: 'authority',
    description: 'An authority was given another scope.',
  },
  'service.authority.suspended': { domain: 'authority', description: 'An authority was suspended.' },
  'service.authority.reinstated': {
    domain: 'authority',
    description: 'A suspended authority is active again.',
  },
  'service.authority.expired': { domain: 'authority', description: 'An authority’s term was over.' },
  'service.authority.revoked': { domain: 'authority', description: 'An authority was revoked.' },
  'service.credential.issued': { domain: 'credential', description: 'A credential was issued.' },
  'service.credential.rotated': {
    domain: 'credential',
    description: 'A credential was given another secret.',
  },
  'service.credential.expired': { domain: 'credential', description: 'A credential’s time was over.' },
  'service.credential.revoked': { domain: 'credential', description: 'A credential was revoked.' },
  'service.subscription.disabled': {
    domain: 'subscription',
    description: 'A subscription was disabled; it says itself why.',
  },
  'service.subscription.tested': {
    domain: 'subscription',
    description: 'A test was asked for; it goes to the subscription that it tests, and to no other.',
  },
} as const satisfies Record<string, EventTypeDefinition>;

export type EventType = keyof typeof EVENT_TYPES;

/** Categories that subscriptions list and polling filters by: the domains and the single types. */
export const EVENT_CATEGORIES: readonly string[] = [...EVENT_DOMAINS, ...Object.keys(EVENT_TYPES)];

/** Whether events of a type are published. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENT_TYPES, type);
}

/** Whether some categories contain a type. */
export function matchesCategory(categories: readonly string[], type: EventType): boolean {
  return categories.includes(type) || categories.includes(EVENT_TYPES[type].domain);
}

/** The types of a category; none where there is no such category. */
export function typesOfCategory(category: string): EventType[] {
  return (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => matchesCategory([category], type));
}
