import { swapSpeakers, type Speaker, type Transcript } from '@ringwell/domain/calls/transcript';

import { assignSpeakers } from './assign-speakers';

// Turns are written as `agent: words`, or with a voice number as `0: words`, and take three seconds each.
function parseTranscript(...turns: string[]): Transcript {
  const segments = turns.map((turn, index) => {
    const [name = '', text = ''] = turn.split(/: (.*)/s);
    const times = { text, startMs: index * 3_000, endMs: index * 3_000 + 2_800 };
    return /^\d/.test(name)
      ? { speaker: 'unknown' as const, speakerNumber: Number(name), ...times }
      : { speaker: name as Speaker, ...times };
  });
  return { engine: 'test', language: 'en', durationSeconds: turns.length * 3, segments };
}

const speakerInitials = ({ segments }: Transcript): string =>
  segments.map(({ speaker }) => speaker.charAt(0).toUpperCase()).join('');

const ONE_CHANNEL = { areSeparate: false, customerChannel: null };
const TWO_CHANNELS = { areSeparate: true, customerChannel: null };

describe('two channels', () => {
  it.each([
    [
      'inbound',
      parseTranscript('agent: Northside Plumbing, this is Paul, how can I help?', 'customer: Hi, my sink is leaking.'),
    ],
    [
      'recognized words',
      parseTranscript(
        'agent: north side heating this is dana how can i help you',
        'customer: hi dana this is helen park',
      ),
    ],
    [
      'outbound',
      parseTranscript(
        'customer: Hello?',
        'agent: Hi, this is Maria with Summit Heating and Air, is this Mr. Lee?',
        'customer: Yes.',
        'agent: I am calling to confirm your appointment for tomorrow between eight and ten.',
      ),
    ],
    [
      'no greeting',
      parseTranscript(
        'customer: So my water heater is leaking all over the basement and I need somebody today.',
        'agent: I can get a technician out to you between two and four. What is your address?',
        'customer: Twelve Oak Lane. My husband will be home, he works nights.',
        'agent: Perfect, you are all set, we will text you when he is on his way.',
      ),
    ],
  ])('are only swapped if they are reversed: %s', (_name, transcript) => {
    expect(assignSpeakers(transcript, TWO_CHANNELS)).toEqual({ transcript, customerChannel: 1 });
    expect(assignSpeakers(swapSpeakers(transcript), TWO_CHANNELS)).toEqual({ transcript, customerChannel: 0 });
  });

  it.each([
    ['nothing distinguishes them', parseTranscript('agent: Hello?', 'customer: Hi, it is Ann again.')],
    ['both sides say the same words', parseTranscript('agent: Yes, thank you.', 'customer: Yes, thank you.')],
    [
      'a customer calls from a business',
      parseTranscript(
        'agent: Northside Plumbing, this is Paul.',
        'customer: Hi, this is Ann with Oak Roofing Company.',
      ),
    ],
    [
      'the words are poorly recognized',
      parseTranscript(
        'agent: hi is this walter grimes this is tom that spark electric i am calling to confirm',
        "customer: yes i'm so pleased with you people",
        'customer: the last company wanted twice as much for the heating',
      ),
    ],
    ['nothing is said', parseTranscript()],
  ])('are not swapped when in doubt: %s', (_name, transcript) => {
    expect(assignSpeakers(transcript, TWO_CHANNELS)).toEqual({ transcript, customerChannel: 1 });
  });

  it('are not swapped in other languages', () => {
    const english = parseTranscript('customer: Northside Plumbing, how can I help?', 'agent: My sink is leaking.');
    const transcript = { ...english, language: 'es' };
    expect(assignSpeakers(transcript, TWO_CHANNELS)).toEqual({ transcript, customerChannel: 1 });
  });

  it("are not judged by their words when the customer's channel is known", () => {
    const transcript = parseTranscript('customer: Northside Plumbing, how can I help?', 'agent: My sink is leaking.');
    for (const customerChannel of [0, 1])
      expect(assignSpeakers(transcript, { areSeparate: true, customerChannel })).toEqual({
        transcript,
        customerChannel,
      });
  });
});

describe('voices separated by the engine', () => {
  it('become agent and customer based on their words, whichever speaks first', () => {
    const { transcript, customerChannel } = assignSpeakers(
      parseTranscript(
        '0: Hello?',
        '1: Hi, this is Maria with Summit Heating, I am calling to schedule your maintenance.',
        '0: Oh good, my furnace has been making a noise.',
        '1: I can get a technician out on Tuesday.',
      ),
      ONE_CHANNEL,
    );
    expect([speakerInitials(transcript), customerChannel]).toEqual(['CACA', null]);
    expect(transcript.speakersGuessed).toBeUndefined();
    expect(transcript.segments[0]).toEqual({ speaker: 'customer', text: 'Hello?', startMs: 0, endMs: 2_800 });
  });

  it('can be two agents after a transfer, and stay unknown after a single word', () => {
    const { transcript } = assignSpeakers(
      parseTranscript(
        '0: Thank you for calling Summit Heating, this is Maria, how can I help you?',
        '1: Hi, I got my bill and I think I was charged twice.',
        '0: Let me transfer you to our billing department, one moment please.',
        '2: Billing, this is Greg, how can I help you?',
        '3: Hm.',
        '1: Yes, I paid two hundred dollars and then my card was charged again.',
        '2: I apologize about that, let me pull up your account. I can refund that for you today.',
      ),
      ONE_CHANNEL,
    );
    expect(speakerInitials(transcript)).toEqual('ACAAUCA');
  });

  it('are unknown if there is only one and its words are inconclusive', () => {
    expect(speakerInitials(assignSpeakers(parseTranscript('0: Hello?', '0: Okay.'), ONE_CHANNEL).transcript)).toBe(
      'UU',
    );
  });
});

describe('a language that the model does not support', () => {
  const asGerman = (transcript: Transcript): Transcript => ({ ...transcript, language: 'de' });

  it('does not swap channels', () => {
    // The customer answers the phone, which would look like a company.
    const transcript = asGerman(
      parseTranscript(
        'customer: Müller, guten Tag?',
        'agent: Becker Heizung, ich rufe an wegen Ihres Termins.',
        'customer: Ja, wann kommen Sie denn?',
        'agent: Morgen um 9.',
        'customer: Und was kostet das?',
        'agent: Etwa 100.',
      ),
    );
    expect(assignSpeakers(transcript, TWO_CHANNELS)).toEqual({ transcript, customerChannel: 1 });
  });

  it('treats voice roles as guesses', () => {
    const voices = asGerman(parseTranscript('0: Becker Heizung, guten Tag.', '1: Meine Heizung ist kalt.'));
    const { transcript } = assignSpeakers(voices, ONE_CHANNEL);
    expect([speakerInitials(transcript), transcript.speakersGuessed]).toEqual(['AC', true]);
  });
});

describe('one channel without voices', () => {
  it('has its speakers guessed from the words and marked as guessed', () => {
    const { transcript, customerChannel } = assignSpeakers(
      parseTranscript(
        'unknown: Northside Plumbing, this is Paul, how can I help you?',
        'unknown: Hi Paul, my kitchen sink is leaking and I need somebody to come out.',
        'unknown: I can have a technician there tomorrow between eight and ten. What is your address?',
        'unknown: Twelve Oak Lane. My wife will be home.',
        'unknown: Perfect, you are all set. Is there anything else I can help you with?',
        'unknown: No, that was all. Thank you.',
      ),
      ONE_CHANNEL,
    );
    expect([speakerInitials(transcript), transcript.speakersGuessed, customerChannel]).toEqual(['ACACAC', true, null]);
  });

  it('keeps unknown speakers in a language that the model does not support, and in a single segment', () => {
    const spanish = { ...parseTranscript('unknown: Buenos días.', 'unknown: Tengo una fuga de agua.'), language: 'es' };
    const oneSegment = parseTranscript('unknown: Northside Plumbing, how can I help? Hi, my sink is leaking.');
    for (const transcript of [spanish, oneSegment])
      expect(assignSpeakers(transcript, ONE_CHANNEL)).toEqual({ transcript, customerChannel: null });
  });
});
