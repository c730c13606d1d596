import { describe, expect, it } from '@jest/globals';
import { ServiceError, errors, type ErrorCode } from '@service/contracts';
import { VERDICT_REASONS, VERDICT_WARNINGS } from '@service/evidence';
import { errorBody } from '../../admission/error-body.js';
import { errorsMarkdown } from './errors-page.js';

const codes = Object.keys(errors) as ErrorCode[];

describe('the page of errors', () => {
  it('has an entry for every code of the registry, and for no other', () => {
    const ids = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids(errorsMarkdown())).toEqual(codes);
  });

  it.each(codes)('is linked by the answer of %s', (code) => {
    const { docs } = errorBody(new ServiceError(code), 'req_1').error;
    const [path, fragment] = docs.split('#');
    expect(path).toBe('/docs/errors');
    expect(errorsMarkdown()).toContain(`<a id="${fragment}"></a>${code}`);
    expect(errorsMarkdown()).toContain(`**${errors[code].status}** · ${errors[code].message}`);
    expect(errorsMarkdown()).toContain(errors[code].resolution);
  });

  it.each([...Object.keys(VERDICT_REASONS), ...Object.keys(VERDICT_WARNINGS)])(
    'explains what %s means in a verdict',
    (code) => {
      expect(errorsMarkdown()).toContain(`\n- \`${code}\`: `);
    },
  );
});
