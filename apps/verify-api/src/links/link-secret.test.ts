import { describe, expect, it } from '@jest/globals';
import { newId } from '@service/contracts';
import { Pepper } from '../admission/authentication/peppers/pepper.js';
import { isLinkSecret, makeLinkSecret, parseLinkKey, sealLinkSecret } from './link-secret.js';

const pepper = new Pepper('a secret');
const holder = {
  id: newId('link'),
  project_id: 'prj_1',
  record_id: 'rec_1',
  proof: 'history',
  expires_at: '2099-12-31T00:00:00Z',
} as const;
const text = makeLinkSecret();
const link = { ...holder, secret: sealLinkSecret(pepper, text, holder) };

describe('the secret of a link', () => {
  it('is read from what follows the # of its address', () => {
    expect(parseLinkKey(`${holder.id}_${text}`)).toEqual({ id: holder.id, secret: text });
    expect(parseLinkKey(`${holder.id}_${text}0`)).toBeNull();
  });

  it('opens its link', () => {
    expect(isLinkSecret(pepper, text, link)).toBe(true);
    expect(isLinkSecret(pepper, makeLinkSecret(), link)).toBe(false);
  });

  it.each([
    { id: newId('link') },
    { project_id: 'prj_2' },
    { record_id: 'rec_2' },
    { proof: 'answer' as const },
    { expires_at: null },
  ])('opens no row that was edited: %j', (edited) => {
    expect(isLinkSecret(pepper, text, { ...link, ...edited })).toBe(false);
  });
});
