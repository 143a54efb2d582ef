import { PROMISE_CLAIM, type Judgment } from '@ringwell/domain/calls/analysis';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { Speaker, Transcript } from '@ringwell/domain/calls/transcript';

import { toTranscript } from '../../../../../lab/analyst/measurement/labeled-call';
import { checkEvidence } from '../../checks/evidence';
import { LocalAnalyst } from './local.analyst';
import { expressesMood } from './mood-cues';

const analyst = new LocalAnalyst();
const { signal } = new AbortController();

// Lines begin with `A:` (agent), `C:` (customer) or `?:` (unknown speaker).
function parseTranscript(...lines: string[]): Transcript {
  const speakers: Record<string, Speaker> = { A: 'agent', C: 'customer', '?': 'unknown' };
  return toTranscript(lines.map((line) => ({ speaker: speakers[line.charAt(0)] ?? 'unknown', text: line.slice(3) })));
}

function judge(...lines: string[]): Promise<Judgment> {
  return analyst.judge(parseTranscript(...lines), {}, { signal });
}

const PRICE_SHOPPER = [
  'A: Kestrel Plumbing, this is Joan.',
  'C: Hi Joan, my name is Peter Marsh. What do you charge to replace a kitchen faucet?',
  'A: It is one hundred eighty-five dollars if you have the faucet.',
  'C: Okay. I am calling two other companies, so let me think about it. Thank you, you have been so helpful.',
  'A: Of course. Have a good day.',
];
const LOGGED_COMPLAINT = [
  'A: Kestrel Plumbing, this is Joan.',
  'C: This is Peter Marsh. You fixed my water heater on Monday and it is leaking again. This is the third time I have called.',
  'A: I am sorry about that. I will put a note in for the manager and he will call you.',
  'C: That is what you told me last week, and nobody called. I would like my two hundred dollars back.',
  'A: I would have to ask the owner about that.',
  'C: Fine. Ask him.',
];

describe('the label of a one-sentence call', () => {
  it.each<[Sentiment, string]>([
    ['positive', 'I am very happy.'],
    ['positive', 'Thank you so much, you were wonderful, I am very happy with the work.'],
    ['negative', 'I want to cancel and I want my money back, nobody ever came.'],
    ['negative', 'I am not happy with the repair.'],
    ['negative', 'This is terrible service, I am furious.'],
    ['neutral', 'Can you come on Tuesday?'],
    ['neutral', 'This is Peter Marsh, please call me back.'],
  ])('is %s for: %s', async (label, sentence) => {
    for (const voice of ['C', '?']) expect((await judge(`${voice}: ${sentence}`)).sentiment).toBe(label);
  });
});

describe('the label', () => {
  it.each<[string, Sentiment, string[]]>([
    ['a polite price shopper is neutral', 'neutral', PRICE_SHOPPER],
    ['a complaint that is merely logged is negative', 'negative', LOGGED_COMPLAINT],
    [
      'a calm customer who is let down is negative',
      'negative',
      [
        'A: Bluebell Cleaning, how can I help?',
        'C: Good morning. I do not want to be difficult. You promised the same cleaner each time and it has been somebody new every week, and the bathroom was not done again.',
        'A: I can let my supervisor know.',
        'C: I mentioned it twice already. I think we will find somebody else. Please cancel us at the end of the month.',
        'A: I am sorry to hear that. I will cancel it.',
      ],
    ],
    [
      'sarcastic praise is negative',
      'negative',
      [
        'A: Summit Roofing, this is Al.',
        'C: Al, I wanted to congratulate you. The roof you put on has given me an indoor waterfall, and for nine thousand dollars I did not even have to pay extra for it.',
        'A: Oh no. I can send somebody next week.',
        'C: Next week, wonderful. I will just keep emptying the bucket. Great job, really.',
      ],
    ],
    [
      'negated dissatisfaction is neutral',
      'neutral',
      [
        'A: Kestrel Plumbing, this is Joan.',
        'C: Hi, I have no complaint or anything, I just need to move my appointment on Tuesday to Thursday.',
        'A: Thursday between one and three?',
        'C: That works. Thank you.',
        'A: You are all set.',
      ],
    ],
    [
      'angry, then delighted, is positive',
      'positive',
      [
        'A: Arctic Air, this is Sam.',
        'C: Sam, I was so mad yesterday. You were two hours late and I had the number of another company in my hand.',
        'A: I know, and I am sorry about that.',
        'C: Well, I take it all back. Your technician Luis stayed until nine at night, he found what three other companies missed, and he would not take a tip. My mother slept through the night. He is the best.',
        'A: I will tell Luis.',
        'C: Tell him I already gave your number to my neighbor, and send him for the tune-up, nobody else.',
      ],
    ],
    [
      'pleased, then angry, is negative',
      'negative',
      [
        'A: Arctic Air, this is Sam.',
        'C: Sam, first, Luis is a great technician, very polite, and the house is nice and warm.',
        'A: That is good to hear.',
        'C: But now I open the bill, and it is eight hundred dollars. I was quoted four fifty. Nobody told me about any extra charge.',
        'A: I cannot change that from here. I can submit it for review, it takes ten days.',
        'C: Ten days. I am not paying it. Have the owner call me today or I will dispute it with my bank. I am really disappointed in you people.',
      ],
    ],
    [
      'a voicemail that asks for a call is neutral',
      'neutral',
      [
        'A: You have reached Kestrel Plumbing. Please leave a message after the tone.',
        'C: Hi, this is Dana Wells at 12 Oak Street. My water heater is out and I need somebody to come and look at it. My number is 555-0143. Thank you.',
      ],
    ],
    [
      'a complaint about someone else is neutral',
      'neutral',
      [
        'A: Summit Roofing, this is Al.',
        'C: Hi, my insurance company is driving me crazy, they are useless, they want another estimate for the hail damage.',
        'A: We can do that. I have Wednesday at ten.',
        'C: Wednesday at ten is fine. It is 9 Birch Lane.',
        'A: Got it, see you then.',
      ],
    ],
    [
      'praise with a reason is positive, even without punctuation',
      'positive',
      [
        'A: kestrel plumbing this is joan',
        "C: hi joan this is rita cole i just wanna say that young man you sent me was wonderful he fixed the leak in ten minutes and he cleaned up everything and he didn't even charge me for the part",
        "A: oh i'm so glad i'll tell him",
        "C: please do i'm gonna tell everybody at church and next time you send me the same one",
      ],
    ],
  ])('%s', async (_, label, lines) => {
    expect((await judge(...lines)).sentiment).toBe(label);
  });

  it('is the same for unknown speakers', async () => {
    const hideSpeakers = (lines: string[]): string[] => lines.map((line) => `?${line.slice(1)}`);
    expect((await judge(...hideSpeakers(LOGGED_COMPLAINT))).sentiment).toBe('negative');
    expect((await judge(...hideSpeakers(PRICE_SHOPPER))).sentiment).toBe('neutral');
  });

  it("is not improved by an agent's courtesy", async () => {
    const courteousComplaint = LOGGED_COMPLAINT.map((line) =>
      line.startsWith('A: I ') ? `${line} Thank you so much for your patience, we really appreciate you.` : line,
    );
    expect((await judge(...courteousComplaint)).sentiment).toBe('negative');
  });
});

describe('the quotes', () => {
  const findQuotes = ({ evidence }: Judgment): string[] =>
    evidence.filter(({ claim }) => claim !== PROMISE_CLAIM).map(({ quote }) => quote);

  it('are customer quotes that explain the label on their own, strongest first', async () => {
    const transcript = parseTranscript(...LOGGED_COMPLAINT);
    const judgment = await analyst.judge(transcript, {}, { signal });
    expect(findQuotes(judgment)).toEqual([
      'That is what you told me last week, and nobody called. I would like my two hundred dollars back.',
      'This is the third time I have called.',
    ]);
    expect(judgment.evidence.map(({ claim }) => claim)).toEqual(['Negative', 'Negative', PROMISE_CLAIM]);
    expect(checkEvidence(judgment.evidence, transcript)).toEqual(judgment.evidence);
  });

  it.each([
    ['a neutral call', PRICE_SHOPPER],
    [
      'words that show no mood out of context',
      ['C: You left a human being on a shelf.', 'C: I see. Well, that is that.'],
    ],
    ['a mood that is denied', ['A: I am sorry.', 'C: I am not mad at you, Joan.', 'C: Nobody came.']],
    ['a refund that is not wanted', ['A: I am sorry.', 'C: I do not want my money back, Joan.', 'C: Nobody came.']],
  ])('are omitted for %s', async (_, lines) => {
    for (const quote of findQuotes(await judge(...lines))) expect(quote).toBe('Nobody came');
  });

  it.each([
    ['positive', 'I was gonna raise cane with you, and then I moved to Los Angeles.'],
    ['positive', 'Please note it and also kindly cancel the renewal.'],
    ['negative', "It's all puffed up next to the big strip office."],
    ['negative', "I don't believe you can, but thanks."],
  ] as const)('need whole words that are %s: %s', (mood, text) => {
    expect(expressesMood(text, mood)).toBe(false);
  });

  it('are short and never questions', async () => {
    const judgment = await judge(
      ...LOGGED_COMPLAINT,
      'A: He is out until Friday.',
      `C: Why has nobody called me? I am so disappointed in you people ${'and in all of this '.repeat(10)}.`,
    );
    for (const quote of findQuotes(judgment)) {
      expect(quote).not.toMatch(/\?/);
      expect(quote.split(' ').length).toBeLessThanOrEqual(22);
    }
  });

  it('only contain confidently recognized words if the transcript quality is fair', async () => {
    const transcript = parseTranscript(...LOGGED_COMPLAINT);
    const withConfidence = (confidence: number): Transcript => ({
      ...transcript,
      quality: { level: 'fair', score: 0.7 },
      segments: transcript.segments.map((segment, index) => ({
        ...segment,
        confidence: index === 3 ? confidence : 0.5,
      })),
    });
    const findQuotesAt = async (confidence: number): Promise<string[]> =>
      findQuotes(await analyst.judge(withConfidence(confidence), {}, { signal }));
    expect(await findQuotesAt(0.79)).toEqual([]);
    expect(await findQuotesAt(0.8)).toEqual([
      'That is what you told me last week, and nobody called. I would like my two hundred dollars back.',
    ]);
  });
});

describe('a promise', () => {
  const findPromise = ({ evidence }: Judgment): string | undefined =>
    evidence.find(({ claim }) => claim === PROMISE_CLAIM)?.quote;
  const INVOICE = [
    'A: Kestrel Plumbing, this is Joan.',
    'C: Hi, I need a copy of the invoice for the water heater you put in on March third.',
  ];

  it("is in the company's own words", async () => {
    const judgment = await judge(
      ...INVOICE,
      "A: No problem. I'll email you the invoice tomorrow afternoon.",
      'C: Thanks.',
    );
    expect(judgment.followUpNeeded).toBe(true);
    expect(findPromise(judgment)).toBe("I'll email you the invoice tomorrow afternoon.");
  });

  it.each([
    ['for a colleague', "I'm going to have my manager, Rick, call you back within the hour."],
    ['that a colleague will call', "I'll put it on his desk and he'll call you Monday."],
    ['for whoever is free', 'Somebody will reach out to you by Friday.'],
    ['with a hesitation', "I'll, um, have the owner call you back."],
    ['to call on a day', "I'll call Monday with a time."],
    ['to have an answer', "I'll have a number for you by Monday."],
    ['that a colleague will send something', "He'll send you the list."],
    ['to tell the manager', "I'll let my manager know."],
    ['to try again', "Or I'll try you again in the morning."],
    ['to scan something first', "I'll scan those tonight and email them over."],
    ['to ask first', "I'll check the file with Rick and call you this afternoon."],
    ['to mail something', "I'll get the letter out this week."],
    ['to forward a request', "I'll put the request in today."],
    ['before the end of the day', "I'll give you a call before I get off today."],
  ])('may be made %s: %s', async (_, promise) => {
    expect(findPromise(await judge(...INVOICE, `A: ${promise}`, 'C: Thanks.'))).toBe(promise);
  });

  it('begins with the promise itself if the words have no punctuation', async () => {
    const { evidence } = await judge(...INVOICE, "A: marge at a o l dot com okay i'll email it over tonight");
    expect(evidence).toMatchObject([{ claim: PROMISE_CLAIM, quote: "i'll email it over tonight" }]);
  });

  it('may follow an offer to take a message, unless a machine says so', async () => {
    const greeting = "A: You can leave a message. We'll have Rick call you by four.";
    expect(findPromise(await judge(...INVOICE, greeting, 'C: Okay.', 'A: Bye.'))).toBe(
      "We'll have Rick call you by four.",
    );
    expect(findPromise(await judge(greeting, ...INVOICE.slice(1)))).toBeUndefined();
  });

  it('to contact the customer is preferred to a later one', async () => {
    const lines = ["A: I'll have Rick call you tomorrow.", 'C: Fine.', "A: I'll leave it on his desk."];
    expect(findPromise(await judge(...INVOICE, ...lines))).toBe("I'll have Rick call you tomorrow.");
  });

  it.each([
    ['what the customer says', ["C: I'll email you the form and you send the invoice."]],
    ['a greeting', ["A: Leave a message and we'll call you back."]],
    ['a refusal', ['A: We will not be able to call you until Tuesday.']],
    ['a denial', ['A: Nobody will call you back today.']],
    ['a request for a number', ['A: Let me get a good number to call you back.']],
    ['a question about an earlier one', ["A: Did Rick say he'll call you back?"]],
    ['something done during the call', ['A: Let me pull that up. I see it here.']],
    ['a long sentence, which would have to be cut off', [`A: i'll email the bill${' for the new part'.repeat(6)}`]],
    ['the announcement of an arrival', ["A: He'll call you when he's on the way."]],
    ['what another company will do', ['A: The gas company will call you.']],
  ])('is not %s', async (_, lines) => {
    expect(findPromise(await judge(...INVOICE, ...lines))).toBeUndefined();
  });
});

describe('the mood', () => {
  it("lists the customer's moods in order, ending with the label", async () => {
    const { course, sentiment } = await judge(...LOGGED_COMPLAINT);
    expect(course.at(-1)?.sentiment).toBe(sentiment);
    for (const [index, span] of course.entries()) {
      expect(span.endMs).toBeGreaterThan(span.startMs);
      expect(span.startMs).toBeGreaterThanOrEqual(course[index - 1]?.endMs ?? 0);
    }
  });
});

describe('unusual calls', () => {
  it.each([
    ['one word', ['C: Hello?']],
    ['only noises', ['A: Um.', 'C: Uh.']],
    ['an empty segment', ['C: ', 'A: ']],
    ['only the agent', ['A: Hello? Is anybody there?']],
    ['one voice with an unknown role', ['?: yeah hi']],
    ['all kinds of characters', ['C: ¿Qué? 漢字 🙂 $1,2.3.4 [static] "oh', 'A: — … "']],
  ])('are judged even with %s', async (_, lines) => {
    const { confidence, evidence } = await judge(...lines);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(1);
    expect(evidence).toEqual([]);
  });

  it('are judged without speakers if they were guessed', async () => {
    const transcript = parseTranscript(...LOGGED_COMPLAINT);
    const transcriptWithoutSpeakers = parseTranscript(...LOGGED_COMPLAINT.map((line) => `?${line.slice(1)}`));
    expect(await analyst.judge({ ...transcript, speakersGuessed: true }, {}, { signal })).toEqual(
      await analyst.judge(transcriptWithoutSpeakers, {}, { signal }),
    );
  });

  it('do not block the process even if they last several hours, and can be aborted', async () => {
    const lines = Array.from(
      { length: 4_000 },
      (_, index) => `${index % 2 ? 'A' : 'C'}: I am so angry with this furnace, number ${index}.`,
    );
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counter = setImmediate(count);
    };
    let counter = setImmediate(count);
    await judge(...lines);
    expect(turns).toBeGreaterThan(10);
    turns = 0;
    await judge(...lines.map((_, index) => `${index % 2 ? 'A' : 'C'}: I would like to book a tune-up for Tuesday.`));
    clearImmediate(counter);
    // Words are counted three times (for everyone, the customer and the agent), up to 100 turns per batch.
    expect(turns).toBeGreaterThanOrEqual(lines.length / 50);
    const controller = new AbortController();
    const judgment = analyst.judge(parseTranscript(...lines), {}, { signal: controller.signal });
    controller.abort(new Error('The worker is stopping.'));
    await expect(judgment).rejects.toThrow('The worker is stopping.');
  });

  it('are judged even with two thousand segments', async () => {
    const lines = Array.from({ length: 400 }, () => LOGGED_COMPLAINT.slice(1)).flat();
    const { sentiment, evidence } = await judge('A: Kestrel Plumbing.', ...lines);
    expect(sentiment).toBe('negative');
    expect(evidence.length).toBeLessThanOrEqual(3);
  });

  it('are not judged if already aborted', async () => {
    const abortedOptions = { signal: AbortSignal.abort(new Error('lease lost')) };
    await expect(analyst.judge(parseTranscript('C: Hello?'), {}, abortedOptions)).rejects.toThrow('lease lost');
  });
});

it('judges the beginning and end of very long text without pauses', async () => {
  const makeTranscript = (text: string): Transcript => ({
    engine: 'test',
    language: 'en',
    durationSeconds: 60,
    segments: [{ speaker: 'customer', startMs: 0, endMs: 60_000, text }],
  });
  const filler = 'so the house has two floors and a garage. ';
  const end = 'You never came, I am very angry. Cancel it and refund me.';
  const judgeSentiment = async (text: string): Promise<string> =>
    (await new LocalAnalyst().judge(makeTranscript(text), {}, { signal: new AbortController().signal })).sentiment;
  expect(await judgeSentiment(filler.repeat(25_000))).toBe('neutral');
  expect(await judgeSentiment(filler.repeat(25_000) + end.repeat(40))).toBe('negative');
});
