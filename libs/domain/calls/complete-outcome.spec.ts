import type { Analysis, Evidence } from './analysis';
import type { Reached } from './booking';
import type { CallDirection } from './call';
import { completeOutcome } from './complete-outcome';
import type { Speaker, Transcript } from './transcript';

const GREETING = "You've reached the Delgados, please leave a message.";
const BOOKING_EVIDENCE = { claim: 'Booked or not', segment: 0, startMs: 0, endMs: 900, quote: GREETING };
const REACHED_EVIDENCE: Evidence = { ...BOOKING_EVIDENCE, claim: 'Reached or not', quote: 'Hello' };

function makeTranscript(turns: string, overrides: Partial<Transcript> = {}): Transcript {
  const segments = turns.split(' | ').map((turn, index) => ({
    speaker: { a: 'agent', c: 'customer', u: 'unknown' }[turn.charAt(0)] as Speaker,
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
    text: turn.slice(2),
  }));
  return { engine: 'test', language: 'en', durationSeconds: 40, segments, ...overrides };
}

function makeAnalysis(overrides: Partial<Analysis> = {}): Analysis {
  return { reviewReason: null, evidence: [BOOKING_EVIDENCE, REACHED_EVIDENCE], ...overrides } as Analysis;
}

const MESSAGE = `c ${GREETING} | a Hi, this is Kim. | a Please call us back.`;
const CONVERSATION = 'a Hi, this is Kim. | c Oh, hello. | a Is Friday good? | c Friday is fine. | a Great. | c Bye.';

describe('completeOutcome', () => {
  it.each<[string, string, Partial<Transcript>, Reached | null, string | undefined]>([
    ['a message on an answering machine', MESSAGE, {}, 'not_reached', GREETING],
    ['a message, with guessed speakers', MESSAGE, { speakersGuessed: true }, 'not_reached', GREETING],
    ['a conversation', CONVERSATION, {}, 'reached', 'Oh, hello.'],
    ['a conversation with guessed speakers', CONVERSATION, { speakersGuessed: true }, null, 'Hello'],
    ['someone who picks up during the message', `${MESSAGE} | c Hello? | a Hi! | c Sorry.`, {}, null, 'Hello'],
    [
      "a machine's menu after the message",
      `c Leave it at the beep. | a Hi, this is Kim. | c Press one.`,
      {},
      null,
      'Hello',
    ],
    ['a short call in which only the agent speaks', 'a Hello? | a Hello?', {}, 'not_reached', undefined],
    ['a longer call in which only the agent speaks', 'a Hello? | a Hello?', { durationSeconds: 90 }, null, 'Hello'],
    [
      'a person who takes a message, with unknown speakers',
      'u Is Ann there? | u No, but you can leave a message. | u Tell her Kim called.',
      {},
      null,
      'Hello',
    ],
    ['unknown speakers', CONVERSATION.replaceAll(/\b[ac] /g, 'u '), {}, null, 'Hello'],
  ])('decides whether a person was reached from the turns of %s', (_case, turns, overrides, reached, quote) => {
    const outcome = completeOutcome(makeAnalysis(), makeTranscript(turns, overrides), 'outbound', null);
    expect(outcome.reached ?? null).toBe(reached);
    expect(outcome.evidence.find(({ claim }) => claim === 'Reached or not')?.quote).toBe(quote);
    expect(outcome.evidence).toContain(BOOKING_EVIDENCE);
  });

  it("keeps a language model's answer unless the turns leave no doubt", () => {
    const reachedAnalysis = makeAnalysis({ reached: 'reached' });
    expect(completeOutcome(reachedAnalysis, makeTranscript('a Hi. | c Who?'), 'outbound', null)).toEqual(
      reachedAnalysis,
    );
    expect(completeOutcome(reachedAnalysis, makeTranscript(MESSAGE), 'outbound', null).reached).toBe('not_reached');
  });

  it.each<[CallDirection | null, Partial<Analysis>]>([
    ['inbound', {}],
    [null, {}],
    ['outbound', { reviewReason: 'words_unreliable' }],
  ])('does not decide whether a person was reached in a call with direction %p and %j', (direction, overrides) => {
    const outcome = completeOutcome(
      makeAnalysis({ reached: 'reached', ...overrides }),
      makeTranscript(CONVERSATION),
      direction,
      null,
    );
    expect(outcome).toMatchObject({ reached: null, evidence: [BOOKING_EVIDENCE] });
  });

  it('does not claim that something was not said if part of the recording is missing', () => {
    const loss = { readSeconds: 12, statedSeconds: 30 };
    const notAskedAnalysis = makeAnalysis({ asked: 'not_asked', reached: 'not_reached' });
    expect(completeOutcome(notAskedAnalysis, makeTranscript(MESSAGE), 'outbound', loss)).toMatchObject({
      asked: 'unclear',
      reached: 'unclear',
    });
    const askedAnalysis = makeAnalysis({ asked: 'asked' });
    expect(completeOutcome(askedAnalysis, makeTranscript(CONVERSATION), 'outbound', loss)).toMatchObject({
      asked: 'asked',
      reached: 'reached',
    });
    expect(completeOutcome(notAskedAnalysis, makeTranscript(MESSAGE), 'outbound', null)).toMatchObject({
      asked: 'not_asked',
    });
  });
});
