import { RECORD_STATES } from '@service/evidence';
import { describe, expect, it } from '@jest/globals';
import { choice, moment, momentOrNull } from '../schemas/schema-forms.js';
import { nameValues } from './named-values.js';

describe('a value that many schemas hold', () => {
  const { Thing } = nameValues({
    Thing: {
      at: { ...moment, description: 'When.' },
      until: { ...momentOrNull, description: 'Until when.' },
      states: { type: 'array', items: choice(RECORD_STATES) },
      day: { ...moment, maxLength: 10 },
      two: { type: ['string', 'integer'], format: 'date-time' },
    },
  });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it('is referred to, with what it means there', () => {
    expect(Thing).toMatchObject({
      at: { ...ref('Moment'), description: 'When.' },
      until: { anyOf: [ref('Moment'), { type: 'null' }], description: 'Until when.' },
      states: { type: 'array', items: ref('RecordState') },
    });
  });

  it('is another one where it is narrower or wider', () => {
    expect(Thing).toMatchObject({
      day: { ...moment, maxLength: 10 },
      two: { type: ['string', 'integer'], format: 'date-time' },
    });
  });
});
