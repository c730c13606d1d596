import { describe, expect, it } from '@jest/globals';
import { domainsOf, shareOf, toggleDomain, toggleType, type Domain } from './category-tree.js';

const record: Domain = { name: 'record', types: ['service.record.registered', 'service.record.revoked'] };
const [registered, revoked] = record.types as [string, string];

describe('the tree of categories', () => {
  it('has the types of each domain', () => {
    const registry = [
      { type: registered, domain: 'record' },
      { type: 'service.authority.granted', domain: 'authority' },
      { type: revoked, domain: 'record' },
    ];
    expect(domainsOf(registry)).toEqual([
      record,
      { name: 'authority', types: ['service.authority.granted'] },
    ]);
  });

  it('chooses a domain instead of its types, and nothing of it after that', () => {
    const whole = toggleDomain(record, ['authority', revoked]);
    expect(whole).toEqual(['authority', 'record']);
    expect(toggleDomain(record, whole)).toEqual(['authority']);
  });

  it('chooses and leaves out types', () => {
    expect(toggleType(record, revoked, [])).toEqual([revoked]);
    expect(toggleType(record, revoked, [revoked])).toEqual([]);
    expect(toggleType(record, revoked, ['record', 'authority'])).toEqual(['authority', registered]);
  });

  it('says how much of a domain is chosen', () => {
    expect(['none', 'some', 'all']).toEqual(
      [[], [revoked], ['record']].map((chosen) => shareOf(record, chosen)),
    );
  });
});
