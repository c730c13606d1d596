import { describe, expect, it } from '@jest/globals';
import { dayNumberOf } from '@service/platform/days';
import fc from 'fast-check';
import { limitHeaders, policyText } from './limit-headers.js';
import { QuotaLease } from './quota-lease.js';
import { TokenBucket } from './token-bucket.js';

const NOW = Date.UTC(2026, 0, 1, 12);

/** Parses a List of Strings with Integer parameters (RFC 9651, sections 3.1 and 4.2). */
function parseList(field: string): { name: string; parameters: Record<string, number> }[] {
  return field.split(/[ \t]*,[ \t]*/).map((member) => {
    const [, name, rest] = /^"([ !#-[\]-~]*)"((?:; *[a-z*][a-z0-9_.*-]*=-?\d{1,15})*)$/.exec(member) ?? [];
    if (name === undefined || rest === undefined) throw new SyntaxError(`No Item: ${member}`);
    const pairs = rest
      .split(';')
      .slice(1)
      .map((pair) => pair.trim().split('=') as [string, string]);
    return { name, parameters: Object.fromEntries(pairs.map(([key, value]) => [key, Number(value)])) };
  });
}

describe('the fields of limits', () => {
  it('are structured lists that name the same policies, with any number of operations left', () => {
    fc.assert(
      fc.property(
        fc.record({
          kind: fc.constantFrom('verify', 'read', 'write'),
          perSecond: fc.integer({ min: 1, max: 100_000 }),
          used: fc.double({ min: 0, max: 1_000_000, noNaN: true }),
          pause: fc.integer({ min: 0, max: 5_000 }),
          project: fc.boolean(),
          quota: fc.option(fc.integer({ min: 1, max: 1_000_000_000 }), { nil: undefined }),
        }),
        ({ kind, perSecond, used, pause, project, quota }) => {
          const rule = { perSecond, burst: 2 * perSecond };
          const bucket = () => {
            const opened = new TokenBucket(rule, NOW);
            opened.take(used, NOW);
            return opened;
          };
          const hasQuota = project && quota !== undefined;
          const terms = hasQuota ? { [kind]: quota } : {};
          const headers = limitHeaders(
            {
              kind,
              credentialRule: rule,
              credential: bucket(),
              projectRule: rule,
              project: project ? bucket() : null,
              quota: hasQuota ? new QuotaLease('', quota, dayNumberOf(NOW)) : null,
              policy: policyText(kind, rule, project ? rule : null, terms),
            },
            NOW + pause,
          );
          const policies = parseList(headers['ratelimit-policy'] ?? '');
          const lefts = parseList(headers['ratelimit'] ?? '');
          const names = [
            kind,
            ...(project ? [`project-${kind}`] : []),
            ...(hasQuota ? [`quota-${kind}`] : []),
          ];
          expect(policies.map(({ name }) => name)).toEqual(names);
          expect(lefts.map(({ name }) => name)).toEqual(names);
          for (const [index, { parameters }] of lefts.entries()) {
            const { q = 0 } = policies[index]?.parameters ?? {};
            expect(Object.keys(parameters)).toEqual(['r', 't']);
            expect(parameters['r']).toBeGreaterThanOrEqual(0);
            expect(parameters['r']).toBeLessThanOrEqual(q);
            expect(parameters['t']).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });
});
