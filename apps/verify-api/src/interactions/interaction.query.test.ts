import { expect, it } from '@jest/globals';
import { checkInput } from '../interface/inputs/check-input.js';
import { InteractionQuery } from './interaction.query.js';

it('selects the openings of links', () => {
  const query = { operation: 'links.open', credential_id: 'lnk_01M84Q81F2P6Z8X3V5N7B9C1DK' };
  expect(checkInput(InteractionQuery, query)).toMatchObject(query);
});
