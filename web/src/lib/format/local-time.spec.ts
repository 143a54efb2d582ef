import { setTimeZoneSource } from './format';
import { fromLocalInput, toLocalInput } from './local-time';

describe('date and time fields', () => {
  beforeEach(() => setTimeZoneSource(() => 'America/New_York'));
  afterEach(() => setTimeZoneSource(() => undefined));

  it.each([
    ['2026-03-08T06:59:00.000Z', '2026-03-08T01:59'],
    ['2026-03-08T07:00:00.000Z', '2026-03-08T03:00'],
    ['2026-07-01T02:30:00.000Z', '2026-06-30T22:30'],
    ['2026-11-01T07:00:00.000Z', '2026-11-01T02:00'],
  ])("are in the account's time zone: %s is %s", (iso, text) => {
    expect(toLocalInput(iso)).toBe(text);
    expect(fromLocalInput(text)).toBe(iso);
  });

  it.each([
    ['0026-12-01T10:00', '0026-12-01T14:56:02.000Z'],
    ['20266-12-01T10:00', '9999-12-31T05:00:00.000Z'],
  ])('accept any year that a user types: %s', (text, iso) => {
    expect(fromLocalInput(text)).toBe(iso);
  });

  it('are empty for a missing time', () => {
    expect(toLocalInput(null)).toBe('');
    expect(fromLocalInput('')).toBeNull();
  });
});
