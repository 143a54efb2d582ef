import { hasLoneSurrogate, storable } from './storable';

describe('storable', () => {
  it.each([
    ['a lone high surrogate', 'a\ud83d', 'a\ufffd'],
    ['a lone low surrogate', '\ude00b', '\ufffdb'],
    ['two halves in the wrong order', '\ude00\ud83d', '\ufffd\ufffd'],
    ['NUL', 'a\0b', 'ab'],
    ['a whole pair', 'a😀b', 'a😀b'],
  ])('mends a text when it contains %s', (_case, text, mended) => {
    expect(storable(text)).toBe(mended);
  });

  it('mends texts at any depth and leaves everything else as it is', () => {
    const at = new Date(0);
    expect(storable({ segments: [{ text: 'x\ud800', startMs: 5, speaker: null }], at, language: undefined })).toEqual({
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
  ])('returns for %j: %s', (text, expected) => {
    expect(hasLoneSurrogate(text)).toBe(expected);
  });
});
