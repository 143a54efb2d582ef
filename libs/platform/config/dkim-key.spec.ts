import { generateKeyPairSync } from 'node:crypto';

import { ConfigError, loadSettings } from './load-config';

const generatePem = (bits: number, passphrase?: string): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .privateKey.export({
      type: 'pkcs8',
      format: 'pem',
      ...(passphrase !== undefined && { cipher: 'aes-256-cbc', passphrase }),
    })
    .toString();
const readKey = (key: string): string | undefined =>
  loadSettings(['DKIM_PRIVATE_KEY'], { DKIM_PRIVATE_KEY: key }).DKIM_PRIVATE_KEY;

describe('DKIM key', () => {
  const pem = generatePem(2_048);

  it.each([
    ['as is', pem],
    ['on one line', pem.trim().replaceAll('\n', '\\n')],
    ['with Windows line endings', pem.replaceAll('\n', '\r\n')],
  ])('accepts a key %s', (_case, text) => {
    expect(readKey(text)).toBe(pem);
  });

  it.each([
    ['not a key', 'hunter2'],
    ['cut short', pem.slice(0, -200)],
    ['too short', generatePem(512)],
    ['encrypted', generatePem(2_048, 'hunter2')],
    [
      'of the wrong type',
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ],
  ])('rejects a key that is %s, without quoting it', (_case, text) => {
    expect(() => readKey(text)).toThrow(
      new ConfigError([
        { key: 'DKIM_PRIVATE_KEY', problem: 'must be an RSA private key in PEM, without a passphrase' },
      ]),
    );
  });
});
