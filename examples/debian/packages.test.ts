import { describe, expect, it } from '@jest/globals';
import { parsePackages, type DebianPackage } from './packages.ts';

const DIGEST = '3a2118df47bf3f04285649f0455c2fc6fe2dc7f0b237073038aa00af41f0d5f2';

async function parse(text: string): Promise<DebianPackage[]> {
  const packages = [];
  for await (const each of parsePackages(text.split('\n'))) packages.push(each);
  return packages;
}

describe('a Packages file', () => {
  it('is read stanza by stanza, continuation lines and other fields aside', async () => {
    const packages = await parse(
      [
        'Package: 0ad',
        'Version: 1:0.0.26-3+b1',
        'Architecture: amd64',
        'Tag: game::strategy,',
        ' Version: not a field',
        `SHA256: ${DIGEST}`,
        '',
        '',
        'Package: 0ad-data',
        `SHA256: ${DIGEST}`,
        'Architecture: all',
        'Version: 0.0.26-1',
      ].join('\n'),
    );
    expect(packages).toEqual([
      { name: '0ad', version: '1:0.0.26-3+b1', architecture: 'amd64', sha256: DIGEST },
      { name: '0ad-data', version: '0.0.26-1', architecture: 'all', sha256: DIGEST },
    ]);
  });

  it('may be empty', async () => {
    expect(await parse('\n\n')).toEqual([]);
  });

  it('is refused if a package lacks its digest', async () => {
    await expect(parse('Package: 0ad\nVersion: 1\nArchitecture: all\n\n')).rejects.toThrow(
      'The package that ends at line 4 (0ad) has no SHA256.',
    );
  });
});
