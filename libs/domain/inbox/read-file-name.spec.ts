import { matchPattern, MAX_PATTERN_LENGTH, findPatternProblem } from './file-name-pattern';
import { readFileName } from './read-file-name';

describe('readFileName', () => {
  it.each([
    ['external-201-15551234567-20261128-101500-1795861300.12.wav', 'inbound 15551234567 > 201 Extension 201'],
    ['2026/11/28/out-15551234567-201-20261128-101500-1795861300.12.wav', 'outbound 201 > 15551234567 Extension 201'],
    ['in-15557654321-15551234567-20261128-101500-1795861300.12.WAV', 'inbound 15551234567 > 15557654321 ?'],
    ['q-600-+15551234567-20261128-101500-1795861300.12.wav', 'inbound +15551234567 > ? ?'],
    ['rg-601-15551234567-20261128-101500-1795861300.12.wav', 'inbound 15551234567 > ? ?'],
    ['external-201-anonymous-20261128-101500-1795861300.12.wav', 'inbound ? > 201 Extension 201'],
    ['internal-202-201-20261128-101500-1795861300.12.wav', '? 201 > 202 Extension 201'],
    ['force-08215550663-3201-20261128-101500-1795861300.12.wav', 'outbound 3201 > 08215550663 Extension 3201'],
    ['[John Doe]_201-15551234567_20261128101500(12).wav', 'outbound 201 > 15551234567 John Doe'],
    ['201/[Søren, Zoë]_15551234567-201_20261128101500(12).wav', 'inbound 15551234567 > 201 Søren, Zoë'],
    ['20261128-101500-inbound-555-123-4567.mp3', 'inbound 555-123-4567 > ? ?'],
    ['2026-11-28_10-15-00_out_(555) 123-4567.mp3', 'outbound ? > (555) 123-4567 ?'],
    ['20261128101500_201_15551234567.mp3', 'outbound 201 > 15551234567 Extension 201'],
    ['15551234567_11-28-2026_1015.mp3', '? 15551234567 > ? ?'],
  ])('reads %s: %s', (path, expected) => {
    const { direction, from, to, agentName, startedAt } = readFileName(path, [])!;
    expect([direction, from, '>', to, agentName].map((fact) => fact ?? '?').join(' ')).toBe(expected);
    expect(startedAt).toBe('2026-11-28T10:15:00');
  });

  it('reads the time from names with Unix seconds', () => {
    expect(readFileName('2026-11/auto-1795861300-15551234567-201.wav', [])).toEqual({
      pattern: 'auto-{epoch}-{from}-{to}',
      direction: 'inbound',
      from: '15551234567',
      to: '201',
      agentName: 'Extension 201',
      startedAt: '2026-11-28T10:21:40.000Z',
    });
  });

  it.each(['recording.wav', 'external-201-15551234567-20261331-101500-1.wav', '20261128-256000-15551234567.wav', 'x'])(
    'reads nothing from %s',
    (path) => expect(readFileName(path, [])).toBeNull(),
  );

  it("tries the account's patterns first, including those with folders", () => {
    const customPatterns = ['{year}/{month}/{day}/{time} {agent} with {customer} {direction} {number}'];
    expect(
      readFileName('pbx/2026/11/28/10-15 Paul with Dana Reyes OUT +1 555 123 4567.mp3', customPatterns),
    ).toMatchObject({
      direction: 'outbound',
      to: '+1 555 123 4567',
      agentName: 'Paul',
      customerName: 'Dana Reyes',
      startedAt: '2026-11-28T10:15:00',
    });
  });

  it('reads file names from a Mac, which stores accents separately from their letters', () => {
    const path = 'Grabación 15551234567 José.wav'.normalize('NFD');
    expect(readFileName(path, ['Grabación {number} {customer}'])?.customerName).toBe('José');
  });

  it('omits a blank customer name', () => {
    expect(readFileName('15551234567_ .wav', ['{number}_{customer}'])?.customerName).toBeUndefined();
  });
});

describe('findPatternProblem', () => {
  it.each([
    ['{number}-{date}', null],
    ['{phone}', expect.stringContaining('{phone}')],
    ['{number', expect.stringContaining('braces')],
    ['{}', expect.stringContaining("{} doesn't exist")],
    ['{number}-{number}', expect.stringContaining('only once')],
    ['{any}.wav', expect.stringContaining('at least one part')],
    ['recording', expect.stringContaining('at least one part')],
    ['{any}'.repeat(21), expect.stringContaining('at most 20 parts')],
    ['x'.repeat(MAX_PATTERN_LENGTH + 1), expect.stringContaining('characters')],
  ])('checks the pattern %s', (pattern, expected) => expect(findPatternProblem(pattern)).toEqual(expected));
});

describe('matchPattern', () => {
  it('gives up on a hostile pattern and name after a limited number of steps', () => {
    const sliceSpy = jest.spyOn(String.prototype, 'slice');
    const pattern = `${'{any}a'.repeat(18)}{agent}{customer}!`;
    expect(matchPattern(pattern, 'a'.repeat(500))).toBeNull();
    const steps = sliceSpy.mock.calls.length;
    sliceSpy.mockRestore();
    expect(steps).toBeLessThan(50_000);
  });

  it('compares the file extension only if the pattern has one', () => {
    expect(matchPattern('{number}.wav', '15551234567.mp3')).toBeNull();
    expect(matchPattern('{number}', '15551234567.mp3')).toEqual({ number: '15551234567' });
  });
});
