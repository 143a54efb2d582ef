import { randomBytes } from 'node:crypto';

import { SecretBox } from './secret-box';

const box = new SecretBox(randomBytes(32).toString('base64'));
const CONTEXT = 'account_settings.slack_bot_token:7';
const unreadable = expect.objectContaining({
  code: 'SECRET_UNREADABLE',
  message: expect.not.stringContaining('xoxb') as string,
}) as Error;

describe('SecretBox', () => {
  it.each(['xoxb-1', '', 'ünïcödé 🔔', 'a'.repeat(10_000)])('opens a sealed string: %.20s', (text) => {
    expect(box.open(box.seal(text, CONTEXT), CONTEXT)).toBe(text);
  });

  it('seals the same string differently each time, without leaking it', () => {
    const sealed = [box.seal('xoxb-1', CONTEXT), box.seal('xoxb-1', CONTEXT)];
    expect(sealed[0]).not.toBe(sealed[1]);
    for (const value of sealed) expect(value).toMatch(/^v1\.[\w-]+$/);
    expect(Buffer.from(sealed[0]!.slice(3), 'base64url').includes('xoxb')).toBe(false);
  });

  it('rejects a different context or key', () => {
    const sealed = box.seal('xoxb-1', CONTEXT);
    expect(() => box.open(sealed, 'account_settings.slack_bot_token:8')).toThrow(unreadable);
    expect(() => new SecretBox(randomBytes(32).toString('base64')).open(sealed, CONTEXT)).toThrow(unreadable);
  });

  it('rejects a value with any byte changed', () => {
    const bytes = Buffer.from(box.seal('xoxb-1', CONTEXT).slice(3), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changedBytes = Buffer.from(bytes);
      changedBytes[index]! ^= 1;
      expect(() => box.open(`v1.${changedBytes.toString('base64url')}`, CONTEXT)).toThrow(unreadable);
    }
  });

  it.each(['', 'v1.', 'v1.short', 'xoxb-plain', 'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'cannot open %j',
    (value) => {
      expect(() => box.open(value, CONTEXT)).toThrow(unreadable);
    },
  );

  it('opens with previous keys, seals with the current one, and rotates only values under a previous key', () => {
    const [oldestKey, olderKey, newestKey] = [0, 1, 2].map(() => randomBytes(32).toString('base64')) as [
      string,
      string,
      string,
    ];
    const rotatedBox = new SecretBox(newestKey, [olderKey, oldestKey]);
    const sealed = new SecretBox(oldestKey).seal('xoxb-1', CONTEXT);
    expect(rotatedBox.open(sealed, CONTEXT)).toBe('xoxb-1');
    const rotatedValue = rotatedBox.rotate(sealed, CONTEXT) ?? '';
    expect(new SecretBox(newestKey).open(rotatedValue, CONTEXT)).toBe('xoxb-1');
    expect(rotatedBox.rotate(rotatedValue, CONTEXT)).toBeUndefined();
    expect(() => new SecretBox(newestKey, [olderKey]).rotate(sealed, CONTEXT)).toThrow(unreadable);
    expect(() => rotatedBox.rotate(sealed, 'account_settings.slack_bot_token:8')).toThrow(unreadable);
  });

  it('requires a key of 32 bytes and does not quote an invalid key', () => {
    const message = /^The encryption key must be 32 bytes in base64\.$/;
    expect(() => new SecretBox('c2hvcnQ=')).toThrow(message);
    expect(() => new SecretBox(randomBytes(32).toString('base64'), ['c2hvcnQ='])).toThrow(message);
  });
});
