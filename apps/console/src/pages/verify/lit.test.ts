import { describe, expect, it } from '@jest/globals';
import type { ElementCard } from '../../verifying/evidence-view.js';
import { faultOf, looksAt, nameOfTransition } from './lit.js';

const card = (sequence: number, subjectId = 'rec_1') => ({ sequence, subjectId }) as ElementCard;
const passed = { outcome: 'passed' } as const;

describe('what a check looked at', () => {
  it('is the chain that it is about, or the newest element alone', () => {
    expect(looksAt({ check: 'record.links', ...passed }, 'record', card(1), false)).toBe(true);
    expect(looksAt({ check: 'record.links', ...passed }, 'keys', card(1), false)).toBe(false);
    expect(looksAt({ check: 'record.inclusion', ...passed }, 'record', card(1), false)).toBe(false);
    expect(looksAt({ check: 'record.inclusion', ...passed }, 'record', card(2), true)).toBe(true);
    expect(looksAt({ check: 'elements.salts', ...passed }, 'authorities', card(1), false)).toBe(true);
  });

  it('is the one element that a finding names', () => {
    const finding = { check: 'record.digests', outcome: 'failed', about: 'element 2 of rec_1' } as const;
    expect(looksAt(finding, 'record', card(2), true)).toBe(true);
    expect(looksAt(finding, 'record', card(1), false)).toBe(false);
    expect(looksAt(finding, 'authorities', card(2, 'aut_1'), true)).toBe(false);
  });
});

it('an element is broken where a failed check names it', () => {
  const finding = {
    check: 'keys.links',
    outcome: 'failed',
    about: 'element 2 of key_k',
    why: 'torn',
  } as const;
  expect(faultOf([finding], 'keys', card(2, 'k'))).toEqual({ tears: 'before', why: 'keys.links: torn' });
  expect(faultOf([finding], 'keys', card(1, 'k'))).toBeNull();
  expect(faultOf([{ ...finding, outcome: 'not_checked' }], 'keys', card(2, 'k'))).toBeNull();
});

it('a transition is named as people say it', () => {
  expect(nameOfTransition('service.authority.scope_changed')).toBe('Scope changed');
});
