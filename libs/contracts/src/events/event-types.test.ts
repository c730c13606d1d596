import { describe, expect, it } from '@jest/globals';
import { AUTHORITY_TRANSITIONS, RECORD_TRANSITIONS } from '@service/evidence';
import {
  EVENT_CATEGORIES,
  EVENT_DOMAINS,
  EVENT_TYPES,
  isEventType,
  matchesCategory,
  typesOfCategory,
} from './event-types.js';

describe('the registry of event types', () => {
  it('names every transition of a record and of an authority', () => {
    const types = Object.keys(EVENT_TYPES);
    expect(types).toEqual(expect.arrayContaining(Object.keys(RECORD_TRANSITIONS)));
    expect(types).toEqual(expect.arrayContaining(Object.keys(AUTHORITY_TRANSITIONS)));
  });

  it('names each type by its domain', () => {
    for (const [type, { domain, description }] of Object.entries(EVENT_TYPES)) {
      expect(type).toMatch(new RegExp(`^service\\.${domain}\\.[a-z_]+$`));
      expect(description).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('does not contain unpublished types', () => {
    for (const type of ['service.credential.updated', 'service.project.created', 'toString']) {
      expect(isEventType(type)).toBe(false);
    }
  });
});

describe('a category', () => {
  it('is a domain with all of its types, or a single type', () => {
    expect(matchesCategory(['authority', 'record'], 'service.record.revoked')).toBe(true);
    expect(matchesCategory(['service.record.revoked'], 'service.record.revoked')).toBe(true);
    expect(matchesCategory(['authority', 'service.record.expired'], 'service.record.revoked')).toBe(false);
    expect(matchesCategory([], 'service.record.revoked')).toBe(false);
  });

  it('belongs to a domain, and the domains together contain every type once', () => {
    expect(EVENT_DOMAINS.flatMap(typesOfCategory)).toEqual(Object.keys(EVENT_TYPES));
    expect(EVENT_CATEGORIES.every((category) => typesOfCategory(category).length > 0)).toBe(true);
    expect(typesOfCategory('service')).toEqual([]);
  });
});
