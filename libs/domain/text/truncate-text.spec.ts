import { truncateText } from './truncate-text';

describe('truncateText', () => {
  it('keeps text that fits', () => {
    expect(truncateText('The tank leaks.', 15)).toBe('The tank leaks.');
  });

  it.each([
    ['The tank leaks again.', 16, 'The tank leaks…'],
    ['The tank leaks again.', 18, 'The tank leaks…'],
    ['Dishwasherinstallation', 10, 'Dishwashe…'],
    ['Leak 💧💧💧💧', 8, 'Leak 💧…'],
  ])('shortens %j to %i, between words if possible, and without splitting a character', (text, maxLength, expected) => {
    expect(truncateText(text, maxLength)).toBe(expected);
    expect(expected.length).toBeLessThanOrEqual(maxLength);
  });
});
