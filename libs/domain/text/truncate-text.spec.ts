import { truncateText } from './truncate-text';

describe('truncateText', () => {
  it('keeps text that fits', () => {
    expect(truncateText('The tank is dry.', 16)).toBe('The tank is dry.');
  });

  it.each([
    ['The tank is dry again.', 17, 'The tank is dry…'],
    ['The tank is dry again.', 19, 'The tank is dry…'],
    ['Dishwasherinstallation', 10, 'Dishwashe…'],
    ['Leak 💧💧💧💧', 8, 'Leak 💧…'],
  ])('shortens %j to %i, between words if possible, and without splitting a character', (text, maxLength, expected) => {
    expect(truncateText(text, maxLength)).toBe(expected);
    expect(expected.length).toBeLessThanOrEqual(maxLength);
  });
});
