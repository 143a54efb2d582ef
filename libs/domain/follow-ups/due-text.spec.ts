import { describeDue, formatDelay, formatDueTime } from './due-text';

const NOW = new Date('2026-03-31T18:00:00Z');
const ZONE = 'America/New_York';

describe('formatDueTime', () => {
  it.each([
    ['2026-03-31T19:30:00Z', '3:30 PM EDT today'],
    ['2026-04-01T03:59:00Z', '11:59 PM EDT today'],
    ['2026-04-01T13:00:00Z', '9:00 AM EDT tomorrow'],
    ['2026-04-02T13:00:00Z', 'Thu, Apr 2, 9:00 AM EDT'],
    ['2026-03-30T13:00:00Z', 'Mon, Mar 30, 9:00 AM EDT'],
  ])('formats %s as %s', (dueAt, text) => {
    expect(formatDueTime(new Date(dueAt), NOW, ZONE)).toBe(text);
  });

  it.each([
    ['2026-03-08T13:00:00Z', '9:00 AM EDT tomorrow'],
    ['2026-03-09T13:00:00Z', 'Mon, Mar 9, 9:00 AM EDT'],
  ])('formats %s in the last hour before a 23-hour day as %s', (dueAt, text) => {
    expect(formatDueTime(new Date(dueAt), new Date('2026-03-08T04:30:00Z'), ZONE)).toBe(text);
  });
});

describe('formatDelay', () => {
  it.each([
    [0, '1 minute'],
    [1, '1 minute'],
    [59, '59 minutes'],
    [60, '1 hour'],
    [119, '1 hour'],
    [120, '2 hours'],
    [47 * 60, '47 hours'],
    [48 * 60, '2 days'],
  ])('formats %d minutes as %s', (minutes, text) => {
    expect(formatDelay(minutes * 60_000)).toBe(text);
  });
});

describe('describeDue', () => {
  const dueAt = new Date('2026-03-31T19:30:00Z');
  const openFollowUp = { state: 'open', dueAt, isPromisedTime: false, snoozedUntil: null, calledBackAt: null } as const;

  it.each([
    ['is waiting', openFollowUp, 'Call back by 3:30 PM EDT today'],
    ['has a promised time', { ...openFollowUp, isPromisedTime: true }, 'Call back by 3:30 PM EDT today, as promised'],
    [
      'is overdue',
      { ...openFollowUp, dueAt: new Date('2026-03-31T17:00:00Z') },
      'Overdue: callback was due by 1:00 PM EDT today',
    ],
    [
      'is snoozed',
      { ...openFollowUp, dueAt: new Date('2026-03-31T17:00:00Z'), snoozedUntil: new Date('2026-04-01T13:00:00Z') },
      'Snoozed until 9:00 AM EDT tomorrow',
    ],
    ['is done', { ...openFollowUp, state: 'done', calledBackAt: NOW } as const, 'Already called back'],
    ['needs no call', { ...openFollowUp, state: 'done' } as const, null],
    ['is dismissed', { ...openFollowUp, state: 'dismissed' } as const, null],
  ])('describes a follow-up that %s', (_case, followUp, text) => {
    expect(describeDue(followUp, NOW, ZONE)).toBe(text);
  });
});
