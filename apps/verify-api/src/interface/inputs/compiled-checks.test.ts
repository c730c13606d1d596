import { describe, expect, it } from '@jest/globals';
import { IsDefined, IsString, ValidateNested, validateSync } from 'class-validator';
import { RecordQuery, RegisterBatchBody, RegisterBody, SupersedeBody } from '../../records/record.bodies.js';
import { problemsOf } from './compiled-checks.js';
import { membersOf, type InputClass } from './member-shapes.js';

const VALUES: readonly unknown[] = [
  undefined,
  null,
  '',
  'aut_example',
  `sha256:${'0'.repeat(64)}`,
  '2031-01-01T00:00:00.000Z',
  '2031-02-30T00:00:00Z',
  'A'.repeat(86),
  'x'.repeat(2_049),
  '\ud800',
  7,
  true,
  [],
  ['active'],
  ['active', 'lost'],
  new Set(['active']),
  Array.from({ length: 101 }, () => ({})),
  {},
  { team: 'checkout' },
  { team: 7 },
];
const options = { forbidUnknownValues: true, stopAtFirstError: true };

function inputOf(type: InputClass<object>, members: object): object {
  return Object.assign(new type(), members);
}

describe('an input', () => {
  it.each<[string, InputClass<object>, object]>([
    ['a registration', RegisterBody, { authority_id: 'aut_example', origin: 'here', content: '' }],
    ['a supersession', SupersedeBody, { successor_id: 'rec_example' }],
    ['a batch', RegisterBatchBody, { records: [{}] }],
    ['a list', RecordQuery, { state: ['active'], limit: 10 }],
  ])(
    'of %s is refused exactly as class-validator would refuse it, and what is missing is called so',
    (_, type, sound) => {
      const verdicts = [...membersOf(type).keys()].flatMap((member) =>
        VALUES.map((value) => {
          const input = inputOf(type, { ...sound, [member]: value });
          const problems = validateSync(input, options).flatMap(({ property, constraints = {} }) =>
            Object.values(constraints).map((issue) => ({
              field: property,
              issue: Reflect.get(input, property) === undefined ? 'is missing' : issue,
            })),
          );
          const sorted = problems.sort(byField);
          expect([member, value, problemsOf(type, input).sort(byField)]).toEqual([member, value, sorted]);
          return problems.length === 0;
        }),
      );
      expect(new Set(verdicts).has(false)).toBe(true);
    },
  );

  it('is not compiled where its class asks for more than that', () => {
    class Outer {
      @IsDefined({ message: 'must be there' })
      @ValidateNested()
      inner = new Inner();
    }
    expect(() => problemsOf(Outer, new Outer())).toThrow(TypeError);
  });
});

const byField = (one: { field: string }, other: { field: string }) => (one.field < other.field ? -1 : 1);

class Inner {
  @IsString()
  text = 'a';
}
