import type { Analysis, Evidence } from './analysis';
import type { Reached } from './booking';
import type { CallDirection } from './call';
import { completeOutcome } from './complete-outcome';
import type { Speaker, Transcript } from './transcript';

const GREETING = "You've reached the Delgados, please leave a message.";
const OTHER = { claim: 'Booked or not', segment: 0, startMs: 0, endMs: 900, quote: GREETING };
const REACHED_EVIDENCE: Evidence = { ...OTHER, claim: 'Reached or not', quote: 'Hello' };

function transcript(turns: string, changed: Partial<Transcript> = {}): Transcript {
  const segments = turns.split(' | ').map((turn, index) => ({
    speaker: { a: 'agent', c: 'customer', u: 'unknown' }[turn.charAt(0)] as Speaker,
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
    text: turn.slice(2),
  }));
  return { engine: 'test', language: 'en', durationSeconds: 40, segments, ...changed };
}

function analysis(changed: Partial<Analysis> = {}): Analysis {
  return { reviewReason: null, evidence: [OTHER, REACHED_EVIDENCE], ...changed } as Analysis;
}

const MESSAGE = `c ${GREETING} | a Hi, this is Kim. | a Please call us back.`;
const TALK = 'a Hi, it is Kim. | c Oh, hello. | a Is Friday good? | c Friday is fine. | a Great. | c Bye.';

describe('completeOutcome', () => {
  it.each<[string, string, Partial<Transcript>, Reached | null, string | undefined]>([
    ['a message on an answering machine', MESSAGE, {}, 'not_reached', GREETING],
    ['a message, with guessed speakers', MESSAGE, { speakersGuessed: true }, 'not_reached', GREETING],
    ['a conversation', TALK, {}, 'reached', 'Oh, hello.'],
    ['a conversation with guessed speakers', TALK, { speakersGuessed: true }, null, 'Hello'],
    ['someone who picks up during the message', `${MESSAGE} | c Hello? | a Hi! | c Sorry.`, {}, null, 'Hello'],
    [
      "a machine's menu after the message",
      `c Leave it at the beep. | a Hi, it is Kim. | c Press one.`,
      {},
      null,
      'Hello',
    ],
    ['a short call with the agent only', 'a Hello? | a Hello?', {}, 'not_reached', undefined],
    ['a longer call with the agent only', 'a Hello? | a Hello?', { durationSeconds: 90 }, null, 'Hello'],
    [
      'a person who takes a message, with unknown speakers',
      'u Is Ann there? | u No, but you can leave a message. | u Tell her Kim called.',
      {},
      null,
      'Hello',
    ],
    ['unknown speakers', TALK.replaceAll(/\b[ac] /g, 'u '), {}, null, 'Hello'],
  ])('decides whether a person was reached from the turns of %s', (_case, turns, changed, reached, quote) => {
    const outcome = completeOutcome(analysis(), transcript(turns, changed), 'outbound', null);
    expect(outcome.reached ?? null).toBe(reached);
    expect(outcome.evidence.find(({ claim }) => claim === 'Reached or not')?.quote).toBe(quote);
    expect(outcome.evidence).toContain(OTHER);
  });

  it("keeps a language model's answer unless the turns leave no doubt", () => {
    const reachedAnalysis = analysis({ reached: 'reached' });
    expect(completeOutcome(reachedAnalysis, transcript('a Hi. | c Who?'), 'outbound', null)).toEqual(reachedAnalysis);
    expect(completeOutcome(reachedAnalysis, transcript(MESSAGE), 'outbound', null).reached).toBe('not_reached');
  });

  it.each<[CallDirection | null, Partial<Analysis>]>([
    ['inbound', {}],
    [null, {}],
    ['outbound', { reviewReason: 'words_unreliable' }],
  ])('does not decide whether a person was reached in a call with direction %p and %j', (direction, changed) => {
    const outcome = completeOutcome(analysis({ reached: 'reached', ...changed }), transcript(TALK), direction, null);
    expect(outcome).toMatchObject({ reached: null, evidence: [OTHER] });
  });

  it('does not claim that something was not said if part of the recording is missing', () => {
    const loss = { readSeconds: 12, statedSeconds: 30 };
    const notAskedAnalysis = analysis({ asked: 'not_asked', reached: 'not_reached' });
    expect(completeOutcome(notAskedAnalysis, transcript(MESSAGE), 'outbound', loss)).toMatchObject({
      asked: 'unclear',
      reached: 'unclear',
    });
    const askedAnalysis = analysis({ asked: 'asked' });
    expect(completeOutcome(askedAnalysis, transcript(TALK), 'outbound', loss)).toMatchObject({
      asked: 'asked',
      reached: 'reached',
    });
    expect(completeOutcome(notAskedAnalysis, transcript(MESSAGE), 'outbound', null)).toMatchObject({
      asked: 'not_asked',
    });
  });
});
