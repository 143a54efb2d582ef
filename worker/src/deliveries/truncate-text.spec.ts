import { truncateText } from './truncate-text';

describe('truncateText', () => {
  it('leaves alone what fits', () => {
    expect(truncateText('The tank leaks.', 15)).toBe('The tank leaks.');
  });

  it.each([
    ['The tank leaks again.', 16, 'The tank leaks…'],
    ['The tank leaks again.', 18, 'The tank leaks…'],
    ['Donaudampfschifffahrt', 10, 'Donaudamp…'],
    ['Leak 💧💧💧💧', 8, 'Leak 💧…'],
  ])('cuts %j to %i between words, and never a character in half', (text, maxLength, expected) => {
    expect(truncateText(text, maxLength)).toBe(expected);
    expect(expected.length).toBeLessThanOrEqual(maxLength);
  });
});
