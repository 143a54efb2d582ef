import { checkMessages, type SentMessage } from './messages';

const makeMessage = (changes: Partial<SentMessage>): SentMessage => ({
  id: 'd1',
  callId: 'c1',
  channel: 'webhook',
  state: 'sent',
  errorCode: null,
  uncertainTries: 0,
  copies: 1,
  ...changes,
});
const findViolations = (changes: Partial<SentMessage>): string[] =>
  checkMessages([makeMessage({}), makeMessage(changes)]).map(({ invariant }) => invariant);

it('accepts one copy of a message plus one for each unknown outcome', () => {
  expect(findViolations({ copies: 2, uncertainTries: 1 })).toEqual([]);
  expect(findViolations({ state: 'suppressed', errorCode: 'DELIVERY_SUPERSEDED', copies: 0 })).toEqual([]);
  expect(findViolations({ state: 'dead', errorCode: 'DELIVERY_UNCONFIRMED', copies: 0, uncertainTries: 2 })).toEqual(
    [],
  );
});

it.each([
  ['never arrived', { copies: 0 }, 'a message marked as sent has arrived'],
  ['arrived twice', { copies: 2 }, 'a message only arrives again after an attempt with an unknown outcome'],
  ['was abandoned', { state: 'dead' }, 'a message is only abandoned after two attempts with an unknown outcome'],
  ['was withheld', { state: 'suppressed' }, 'a message is only withheld for a newer one'],
  ['failed', { state: 'failed' }, 'no message fails permanently'],
])('reports a message that %s', (_, changes, invariant) => {
  expect(findViolations(changes)).toEqual([invariant]);
});

it('names the message and its call', () => {
  expect(checkMessages([makeMessage({ copies: 0 })])[0]?.details).toBe(
    'webhook d1 of call c1 (0 copies, 0 uncertain attempts, no error)',
  );
});
