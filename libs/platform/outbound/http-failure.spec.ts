import { classifyStatus, getErrorCode, wasNeverSent, isResponseTimeout } from './http-failure';

const makeError = (code: string): Error => Object.assign(new Error(code), { code });

describe('classifyStatus', () => {
  it.each([
    [300, 'redirect'],
    [301, 'redirect'],
    [304, 'redirect'],
    [399, 'redirect'],
    [400, 'permanent'],
    [401, 'permanent'],
    [402, 'permanent'],
    [403, 'permanent'],
    [404, 'permanent'],
    [407, 'permanent'],
    [408, 'uncertain'],
    [409, 'transient'],
    [410, 'permanent'],
    [413, 'permanent'],
    [422, 'permanent'],
    [424, 'permanent'],
    [425, 'transient'],
    [426, 'permanent'],
    [428, 'permanent'],
    [429, 'rate_limited'],
    [430, 'permanent'],
    [499, 'permanent'],
    [500, 'uncertain'],
    [502, 'uncertain'],
    [503, 'uncertain'],
    [504, 'uncertain'],
    [599, 'uncertain'],
  ] as const)('classifies %d as %s', (status, expected) => {
    expect(classifyStatus(status)).toBe(expected);
  });
});

describe('connection failures', () => {
  it.each([
    ['ECONNREFUSED', true, false],
    ['ENOTFOUND', true, false],
    ['EAI_AGAIN', true, false],
    ['EHOSTUNREACH', true, false],
    ['ENETUNREACH', true, false],
    ['UND_ERR_CONNECT_TIMEOUT', true, false],
    ['ECONNRESET', false, false],
    ['EPIPE', false, false],
    ['ETIMEDOUT', false, false],
    ['UND_ERR_SOCKET', false, false],
    ['UND_ERR_HEADERS_TIMEOUT', false, true],
    ['UND_ERR_BODY_TIMEOUT', false, true],
  ])('%s: wasNeverSent is %p, isResponseTimeout is %p', (code, expectedNeverSent, expectedTimeout) => {
    expect(wasNeverSent(makeError(code))).toBe(expectedNeverSent);
    expect(isResponseTimeout(makeError(code))).toBe(expectedTimeout);
  });

  it.each([[new Error('socket hang up')], ['ECONNREFUSED'], [undefined], [null]])(
    'treats %p, which has no code, as possibly sent',
    (error) => {
      expect(getErrorCode(error)).toBeUndefined();
      expect(wasNeverSent(error)).toBe(false);
      expect(isResponseTimeout(error)).toBe(false);
    },
  );
});
