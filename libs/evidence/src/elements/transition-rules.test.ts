import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TRANSITION_RULES } from './transition-rules.js';

const docs = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../../../docs', name), 'utf8');

interface Rule {
  from: string[];
  to: string | Record<string, string>;
  changes: string[];
  reason: boolean;
  needs_active_authority?: boolean;
  issuer_signs?: 'must' | 'may' | 'never';
}
type Kind = 'record' | 'authority' | 'key';

/** The cells of the table's row of a transition, without its name. */
function rowOf(type: string): string[] {
  const row = docs('evidence.md')
    .split('\n')
    .find((line) => line.startsWith(`| \`${type}\` `));
  return (row ?? '')
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

it('the code’s table is docs/transitions.json: `npm run docs` makes it', () => {
  expect(TRANSITION_RULES).toEqual(JSON.parse(docs('transitions.json')));
});

describe.each<Kind>(['record', 'authority', 'key'])('the page’s table of a %s', (kind) => {
  const rules = (JSON.parse(docs('transitions.json')) as Record<Kind, { transitions: Record<string, Rule> }>)[
    kind
  ];

  it.each(Object.entries(rules.transitions))('says of %s what the data says', (type, rule) => {
    const [from, to, changes, reason, ...needs] = rowOf(type);
    expect(from).toBe(rule.from.join(', ') || 'nothing');
    const targets = typeof rule.to === 'string' ? [rule.to] : Object.values(rule.to);
    for (const state of targets) expect(to).toContain(state);
    expect(changes).toBe(rule.changes.map((member) => `\`${member}\``).join(', '));
    expect(reason).toBe(rule.reason ? 'yes' : 'no');
    const signs = { must: 'needed', may: 'allowed', never: '' };
    const active = rule.needs_active_authority ? 'needed' : '';
    expect(needs).toEqual(rule.issuer_signs === undefined ? [] : [active, signs[rule.issuer_signs]]);
  });
});

it.each(['record', 'authority'] as const)('the drawing of a %s has its states and transitions', (kind) => {
  const drawing = docs(`images/${kind}-states.svg`);
  const drawn = (what: string) =>
    [...drawing.matchAll(new RegExp(`class="${what}">([^<]+)<`, 'g'))].flatMap(([, names = '']) =>
      names.split(', '),
    );
  const { states, transitions } = TRANSITION_RULES[kind];
  expect(drawn('state').sort()).toEqual([...states].sort());
  expect([...new Set(drawn('transition'))].sort()).toEqual(
    Object.keys(transitions)
      .map((type) => type.replace(`service.${kind}.`, ''))
      .sort(),
  );
});

it('expiry is at the very moment, in the data as in the code', () => {
  expect(TRANSITION_RULES.record.expires.compare).toBe('<=');
  expect(TRANSITION_RULES.authority.expires.compare).toBe('<=');
});
