import { parseAddresses } from './email-list';

describe('parseAddresses', () => {
  it.each([
    ['a@x.com', ['a@x.com'], [], []],
    ['A@x.com, b@x.com;c@x.com d@x.com\nE@X.com', ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com', 'e@x.com'], [], []],
    ['Dana Reyes <dana@x.com>, "Ortiz, Sam" <sam@x.com>', ['dana@x.com', 'sam@x.com'], [], []],
    ['listed@x.com new@x.com NEW@x.com', ['new@x.com'], ['listed@x.com', 'new@x.com'], []],
    ['a@x.com nobody b@ @c d@x', ['a@x.com'], [], ['nobody', 'b@', '@c', 'd@x']],
    [' , ;', [], [], []],
  ])('parses %j', (text, added, repeated, invalid) => {
    expect(parseAddresses(text, ['listed@x.com'])).toEqual({ added, repeated, invalid });
  });
});
