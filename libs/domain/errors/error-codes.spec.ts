import { API_ERROR_CODES } from './error-codes';

describe('API_ERROR_CODES', () => {
  it('contains each code once', () => {
    expect(new Set(API_ERROR_CODES).size).toBe(API_ERROR_CODES.length);
  });
});
