import { expect, it } from '@jest/globals';
import { payerOf, type Caller } from './caller.js';

it.each([
  ['its project', { credentialId: 'crd_a', projectId: 'prj_a' }, 'prj_a'],
  ['its link', { credentialId: 'lnk_a', projectId: 'prj_a', payer: 'lnk_a' }, 'lnk_a'],
  ['itself, without a project', { credentialId: 'opr_a', projectId: null }, 'opr_a'],
])('what a caller takes is counted for %s', (_, caller, payer) => {
  expect(payerOf(caller as Caller)).toBe(payer);
});
