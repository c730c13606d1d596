import { describe, expect, it } from '@jest/globals';
import { IsDefined, IsString, ValidateNested, validateSync } from 'class-validator';
import { RecordQuery, RegisterBatchBody, RegisterBody } from '../records/record.bodies.js';
import { isSurelyValid } from './is-surely-valid.js';
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
    ['a batch', RegisterBatchBody, { records: [{}] }],
    ['a list', RecordQuery, { state: ['active'], limit: 10 }],
  ])('of %s is surely valid exactly where class-validator says so', (_, type, sound) => {
    const verdicts = [...membersOf(type).keys()].flatMap((member) =>
      VALUES.map((value) => {
        const input = inputOf(type, { ...sound, [member]: value });
        const valid = validateSync(input, options).length === 0;
        expect([member, value, isSurelyValid(type, input)]).toEqual([member, value, valid]);
        return valid;
      }),
    );
    expect(new Set(verdicts)).toEqual(new Set([true, false]));
  });

  it('is not surely valid where its class declares nothing, or more than is compiled', () => {
    class Undeclared {}
    class Outer {
      @IsDefined()
      @ValidateNested()
      inner = new Inner();
    }
    expect(isSurelyValid(Undeclared, new Undeclared())).toBe(false);
    expect(isSurelyValid(Outer, new Outer())).toBe(false);
  });
});

class Inner {
  @IsString()
  text = 'a';
}
