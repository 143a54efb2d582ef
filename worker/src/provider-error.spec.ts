import { providerError } from './provider-error';

describe('providerError', () => {
  it.each([
    [401, 'TRANSCRIPTION_CREDENTIALS', false],
    [403, 'TRANSCRIPTION_CREDENTIALS', false],
    [402, 'TRANSCRIPTION_PAYMENT', false],
    [404, 'TRANSCRIPTION_NOT_FOUND', false],
    [400, 'TRANSCRIPTION_REFUSED', false],
    [413, 'TRANSCRIPTION_REFUSED', false],
    [415, 'TRANSCRIPTION_REFUSED', false],
    [422, 'TRANSCRIPTION_REFUSED', false],
    [429, 'TRANSCRIPTION_RATE_LIMITED', true],
    [408, 'TRANSCRIPTION_UNAVAILABLE', true],
    [500, 'TRANSCRIPTION_UNAVAILABLE', true],
    [503, 'TRANSCRIPTION_UNAVAILABLE', true],
    [undefined, 'TRANSCRIPTION_UNAVAILABLE', true],
  ])('maps status %s to %s', (status, code, retryable) => {
    expect(providerError({ provider: 'Deepgram', area: 'TRANSCRIPTION', status })).toMatchObject({
      kind: 'provider',
      code,
      retryable,
    });
  });

  it('maps timeouts and unreadable responses regardless of status', () => {
    expect(providerError({ provider: 'X', area: 'ANALYSIS', isTimeout: true })).toMatchObject({
      code: 'ANALYSIS_TIMEOUT',
      retryable: true,
    });
    expect(providerError({ provider: 'X', area: 'ANALYSIS', status: 200, isMalformed: true })).toMatchObject({
      code: 'ANALYSIS_GARBAGE',
      retryable: true,
    });
  });

  it('only keeps Retry-After for retryable errors', () => {
    expect(providerError({ provider: 'X', area: 'ANALYSIS', status: 503, retryAfter: '7' }).retryAfterMs).toBe(7_000);
    expect(
      providerError({ provider: 'X', area: 'ANALYSIS', status: 401, retryAfter: '7' }).retryAfterMs,
    ).toBeUndefined();
  });
});
