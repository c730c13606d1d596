import { describe, expect, it } from '@jest/globals';
import { cut, safeAddress, shown } from './hostile-text.js';

describe('a stranger’s text', () => {
  it.each([
    ['invoice\u202egnp.exe', 'invoice⟨U+202E⟩gnp.exe'],
    ['a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
    ['pay\u200bpal', 'pay⟨U+200B⟩pal'],
    ['a\u0000b\u001b[31m', 'a⟨U+0000⟩b⟨U+001B⟩[31m'],
    ['\ufeffx', '⟨U+FEFF⟩x'],
    ['a\u{e0041}b', 'a⟨U+E0041⟩b'],
    ['line\u2028end', 'line⟨U+2028⟩end'],
    ['half\ud800', 'half⟨U+D800⟩'],
  ])('shows what would deceive: %j', (text, visible) => {
    expect(shown(text)).toBe(visible);
  });

  it('leaves letters of all scripts, and the layout', () => {
    const text = 'Ünï 漢字 العربية 😀\n\tend';
    expect(shown(text)).toBe(text);
  });

  it('is cut between characters', () => {
    expect(cut('short', 10)).toBeNull();
    expect(cut('abcdef', 3)).toBe('abc');
    expect(cut('ab😀cd', 3)).toBe('ab');
  });
});

describe('an address', () => {
  it.each(['https://registry.example/a?b#c', 'https://xn--80ak6aa92e.com/'])('is linked: %s', (text) => {
    expect(safeAddress(text)?.protocol).toBe('https:');
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'http://registry.example',
    'data:text/html,x',
    'https://registry.example@evil.example/',
    'https://registry.example/\u202e',
    '//registry.example',
    'file:///etc/passwd',
    '',
  ])('is no link: %j', (text) => {
    expect(safeAddress(text)).toBeNull();
  });
});
