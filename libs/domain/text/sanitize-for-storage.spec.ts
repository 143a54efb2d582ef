import { hasLoneSurrogate, sanitizeForStorage } from './sanitize-for-storage';

describe('sanitizeForStorage', () => {
  it.each([
    ['a lone high surrogate', 'a\ud83d', 'a\ufffd'],
    ['a lone low surrogate', '\ude00b', '\ufffdb'],
    ['a surrogate pair in the wrong order', '\ude00\ud83d', '\ufffd\ufffd'],
    ['NUL', 'a\0b', 'ab'],
    ['a valid pair', 'a😀b', 'a😀b'],
  ])('sanitizes a string that contains %s', (_case, text, sanitized) => {
    expect(sanitizeForStorage(text)).toBe(sanitized);
  });

  it('sanitizes strings at any depth and copies everything else', () => {
    const at = new Date(0);
    expect(
      sanitizeForStorage({ segments: [{ text: 'x\ud800', startMs: 5, speaker: null }], at, language: undefined }),
    ).toEqual({
      segments: [{ text: 'x\ufffd', startMs: 5, speaker: null }],
      at,
      language: undefined,
    });
  });
});

describe('hasLoneSurrogate', () => {
  it.each([
    ['a\ud800', true],
    ['\udc00', true],
    ['😀', false],
    ['plain', false],
    ['', false],
  ])('given %j, returns %s', (text, expected) => {
    expect(hasLoneSurrogate(text)).toBe(expected);
  });
});
