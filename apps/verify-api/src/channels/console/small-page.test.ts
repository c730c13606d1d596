import { describe, expect, it } from '@jest/globals';
import { pathInConsole } from './small-page.js';

const ROOT = '/console/production';

describe('the path to go on at', () => {
  it('is the wanted one where it lies in the Console', () => {
    expect(pathInConsole(ROOT, '/console/production/records?state=active')).toBe(
      '/console/production/records?state=active',
    );
  });

  it.each([
    undefined,
    '',
    '/',
    '//evil.example/',
    'https://evil.example/console/production/',
    '/console/development/',
    '/console/production/../development/',
    '/console/production//evil',
    '/console/production/"><script>',
    '/console/production/\\evil',
    ['/console/production/'],
  ])('is the first page instead of %j', (wanted) => {
    expect(pathInConsole(ROOT, wanted)).toBe('/console/production/');
  });
});
