import { findAddress } from './find-address';

describe('findAddress', () => {
  it.each([
    [['She has no heat.', 'Please come to 12 Cedar Creek Lane, Dayton.'], '12 Cedar Creek Lane, Dayton'],
    [['the address is 4711 oak street apt 4 and the gate is open'], '4711 oak street apt 4'],
    [['I waited 3 hours on the way home'], null],
    [['Paid 250 dollars for the 2 visits'], null],
    [[], null],
  ])('finds the street address, if any, in %j', (texts, expected) => {
    expect(findAddress(texts)).toBe(expected);
  });
});
