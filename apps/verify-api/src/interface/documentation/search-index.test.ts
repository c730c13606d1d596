import { describe, expect, it } from '@jest/globals';
import { searchIndexOf } from './pages.js';

const page = (body: string): string => `<nav>Errors</nav><main id="text">\n${body}\n</main>`;

describe('the index of the documentation', () => {
  it('has each section, with its words once', () => {
    const html = page(
      '<h1 id="http">HTTP</h1><p>How to call.</p><h2 id="lists">Lists &amp; <code>cursor</code></h2><p>A list, a page; a&lt;b.</p>',
    );
    expect(searchIndexOf(new Map([['http', html]]))).toEqual([
      { path: '/docs/http', page: 'HTTP', title: 'HTTP', words: 'how to call.' },
      { path: '/docs/http#lists', page: 'HTTP', title: 'Lists & cursor', words: 'a list page b.' },
    ]);
  });

  it('leaves out what was decided and changed, and knows the index by its own address', () => {
    const html = page('<h1 id="x">X</h1>');
    const paths = ['', 'changelog', 'decisions', 'decisions/0001-x', 'http'];
    expect(searchIndexOf(new Map(paths.map((path) => [path, html]))).map(({ path }) => path)).toEqual([
      '/docs',
      '/docs/http',
    ]);
  });
});
