import { isEmailAddress, normalizeEmail } from './email-address';

describe('email addresses', () => {
  it.each([
    ['Dana.Reyes+calls@Reyes-HVAC.example', 'dana.reyes+calls@reyes-hvac.example'],
    [' dana@example.com\r\n', 'dana@example.com'],
    ['\u212aim@example.com', 'kim@example.com'],
    ['\uff44ana@example.com', 'dana@example.com'],
    ['dana@\uff45xample.com', 'dana@example.com'],
    ['dana@b\u00fccher.example', 'dana@xn--bcher-kva.example'],
    ['dana@bu\u0308cher.example', 'dana@xn--bcher-kva.example'],
    ["o'neill@example.com", "o'neill@example.com"],
  ])('normalizes %j', (text, expected) => {
    expect(normalizeEmail(text)).toBe(expected);
    expect(normalizeEmail(expected)).toBe(expected);
    expect(isEmailAddress(expected)).toBe(true);
  });

  it.each([
    '=?utf-8?q?dana?=@example.com',
    '"dana reyes"@example.com',
    'dana\r\nbcc: kim@example.com',
    'da\u200bna@example.com',
    'dana@exa\u200bmple.com',
    'dana@exam\u00adple.com',
    'da\u202ena@example.com',
    'dana\u2028@example.com',
    'd\u0430na@example.com',
    'dana@[127.0.0.1]',
    'dana@127.0.0.1',
    'dana@example',
    'dana@example.com.',
    'dana@-example.com',
    'dana@example.com/x',
    'dana@example.com:25',
    'dana@kim@example.com',
    'dana..reyes@example.com',
    '.dana@example.com',
    'dana(x)@example.com',
    'dana@',
    '@example.com',
    'dana',
    '',
    `${'d'.repeat(65)}@example.com`,
    `dana@${'e'.repeat(64)}.com`,
    `dana@${'e'.repeat(60)}.${'e'.repeat(60)}.${'e'.repeat(60)}.${'e'.repeat(60)}.${'e'.repeat(60)}.com`,
  ])('rejects %j', (text) => {
    expect(isEmailAddress(normalizeEmail(text))).toBe(false);
  });
});
