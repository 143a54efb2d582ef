import { relyingParty, supportsPasskeys } from './relying-party';

const settingsFor = (
  PUBLIC_URL?: string,
  NODE_ENV: 'development' | 'production' = 'production',
): Parameters<typeof supportsPasskeys>[0] => ({ PUBLIC_URL, PORT: 3000, NODE_ENV });

describe('supportsPasskeys', () => {
  it.each([
    [settingsFor('https://calls.example.com'), true],
    [settingsFor('https://calls.example.com:8443/'), true],
    [settingsFor('http://localhost:3000'), true],
    [settingsFor(undefined, 'development'), true],
    [settingsFor('http://calls.example.com'), false],
    [settingsFor('https://192.0.2.7'), false],
    [settingsFor('https://[2001:db8::7]'), false],
    [settingsFor('http://127.0.0.1:3000'), false],
  ])('given %o, returns %s', (config, expected) => expect(supportsPasskeys(config)).toBe(expected));
});

describe('relyingParty', () => {
  it('returns the domain and the origin of PUBLIC_URL', () => {
    expect(relyingParty(settingsFor('https://calls.example.com:8443/'))).toEqual({
      id: 'calls.example.com',
      origin: 'https://calls.example.com:8443',
    });
  });
});
