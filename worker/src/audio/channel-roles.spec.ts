import { swapSpeakers, type Speaker, type Transcript } from '@ringwell/domain/transcript';

import { channelsAreSwapped } from './channel-roles';

// A transcript of turns as `agent: words`, three seconds each.
function transcriptOf(...turns: string[]): Transcript {
  const segments = turns.map((turn, index) => {
    const [speaker = '', text = ''] = turn.split(': ');
    return { speaker: speaker as Speaker, text, startMs: index * 3_000, endMs: index * 3_000 + 2_800 };
  });
  return { engine: 'test', language: 'en', durationSeconds: turns.length * 3, segments };
}

describe('channelsAreSwapped', () => {
  it.each([
    [
      'inbound',
      transcriptOf('agent: Northside Plumbing, this is Paul, how can I help?', 'customer: Hi, my sink is leaking.'),
    ],
    [
      'recognized words',
      transcriptOf('agent: north side heating this is dana how can i help you', 'customer: hi dana this is helen park'),
    ],
    [
      'thanks for calling',
      transcriptOf('agent: Thank you for calling Ace Roofing.', 'customer: Hello, I need a quote.'),
    ],
    [
      'outbound',
      transcriptOf(
        'customer: Hello?',
        'agent: Hi, this is Maria with Summit Heating and Air, is this Mr. Lee?',
        'customer: Yes.',
      ),
    ],
  ])('detects %s only on reversed channels', (_name, transcript) => {
    expect(channelsAreSwapped(transcript)).toBe(false);
    expect(channelsAreSwapped(swapSpeakers(transcript))).toBe(true);
  });

  it.each([
    ['no greeting at all', transcriptOf('agent: Hello?', 'customer: Hi, it is Ann again.')],
    [
      'a customer who is called back',
      transcriptOf('agent: Hello Mr. Lee.', 'customer: Oh hi, thank you for calling me back.'),
    ],
    [
      'a customer who speaks from a business',
      transcriptOf('agent: Northside Plumbing, this is Paul.', 'customer: Hi, this is Ann with Oak Roofing Company.'),
    ],
    [
      'a greeting late in the call',
      transcriptOf(...Array.from({ length: 9 }, () => 'agent: Yes.'), 'customer: So how can I help you there?'),
    ],
    [
      'a confirmation, badly recognized',
      transcriptOf(
        'agent: hi is this walter grimes this is tom that spark electric i am calling to confirm',
        "customer: yes i'm so pleased with you people",
        'customer: the last company wanted twice as much for the heating',
      ),
    ],
    ['one channel', transcriptOf('unknown: Northside Plumbing, how can I help?', 'unknown: My sink is leaking.')],
    ['nothing said', transcriptOf()],
  ])('returns false in doubt: %s', (_name, transcript) => {
    expect(channelsAreSwapped(transcript)).toBe(false);
  });
});
