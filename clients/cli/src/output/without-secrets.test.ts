import { expect, it } from '@jest/globals';
import { withoutSecrets } from './without-secrets.js';

it('hides tokens and endpoint secrets that were given as something else', () => {
  const text = "ENOENT: no such file, open 'svc_dev_AbC-1.2_x=' and /tmp/svc_op_prod_zZ9, whsec_AAAA/+b==";
  expect(withoutSecrets(text)).toBe(
    "ENOENT: no such file, open 'svc_dev_[hidden]' and /tmp/svc_op_prod_[hidden], whsec_[hidden]",
  );
});

it('hides them behind an escaped line break, as JSON has it', () => {
  expect(withoutSecrets(JSON.stringify({ message: 'no such file:\nsvc_dev_AAA' }))).toBe(
    '{"message":"no such file:\\nsvc_dev_[hidden]"}',
  );
});

it('leaves other words as they are', () => {
  for (const text of ['rec_01H, evt_1', 'svc_development', 'a file named whsec.json']) {
    expect(withoutSecrets(text)).toBe(text);
  }
});
