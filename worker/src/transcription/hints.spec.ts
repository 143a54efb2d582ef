import { callHints, deepgramHints, openaiKeywords, openaiPrompt } from './hints';

const manyNames = Array.from({ length: 200 }, (_, index) => `Kowalczyk${index}`);

it('puts the customer first and lists each name once', () => {
  expect(callHints(' Dana Reyes ', ['Trane', 'dana reyes', 'Cedar Creek'])).toEqual([
    'Dana Reyes',
    'Trane',
    'Cedar Creek',
  ]);
  expect(callHints(null, ['Trane'])).toEqual(['Trane']);
});

describe('openaiPrompt', () => {
  it("lists as many terms as fit within Whisper's limit, without truncating any", () => {
    const terms = openaiPrompt(['Dana Reyes', ...manyNames], 'whisper-large-v3').split(', ');
    expect(terms).toEqual(['Dana Reyes', ...manyNames].slice(0, terms.length));
    expect(terms.length).toBeGreaterThan(20);
    // At two characters per token, as with foreign names.
    expect(terms.join(', ').length / 2).toBeLessThanOrEqual(224);
  });

  it('is empty without hints, and for models that reject prompts', () => {
    expect(openaiPrompt([], 'whisper-large-v3')).toBe('');
    expect(openaiPrompt(['Trane'], 'gpt-4o-transcribe-diarize')).toBe('');
  });
});

describe('openaiKeywords', () => {
  it.each([
    ['<b>Trane</b>', 'b Trane /b'],
    ['Cedar\r\nCreek', 'Cedar Creek'],
    ['Cedar\u2028Creek', 'Cedar Creek'],
    ["O'Brien & Söhne", "O'Brien & Söhne"],
  ])('omits characters that gpt-transcribe rejects: %j', (hint, keyword) => {
    expect(openaiKeywords([hint])).toEqual([keyword]);
  });

  it('lists each keyword once, and skips empty ones', () => {
    expect(openaiKeywords(['Trane', '<>', ' \n', '<trane>', 'Cedar  Creek'])).toEqual(['Trane', 'Cedar Creek']);
  });
});

describe('deepgramHints', () => {
  it('sends phrases to Nova-3, within its limits', () => {
    expect(deepgramHints(['Cedar Creek Plumbing', "O'Brien"], 'nova-3-medical')).toEqual({
      parameter: 'keyterm',
      values: ['Cedar Creek Plumbing', "O'Brien"],
    });
    expect(
      deepgramHints(
        manyNames.map((_, index) => `T${index}`),
        'nova-3',
      ).values,
    ).toHaveLength(100);
    const keyterms = deepgramHints(manyNames, 'nova-3').values;
    expect(keyterms).toEqual(manyNames.slice(0, keyterms.length));
    expect(keyterms.length).toBeLessThan(100);
  });

  it('sends at most 100 single words to older models', () => {
    expect(deepgramHints(['Cedar Creek: Plumbing', 'cedar'], 'nova-2')).toEqual({
      parameter: 'keywords',
      values: ['Cedar', 'Creek', 'Plumbing'],
    });
    expect(deepgramHints(manyNames, 'nova-2').values).toHaveLength(100);
  });
});
