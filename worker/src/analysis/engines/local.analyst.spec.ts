import type { UnreviewedAnalysis } from '@ringwell/domain/analysis';
import type { Sentiment } from '@ringwell/domain/sentiment';
import type { Speaker, Transcript } from '@ringwell/domain/transcript';

import { asTranscript } from '../../../../tools/analyst/measurement/labeled-call';
import { checkEvidence } from '../evidence-check';
import { LocalAnalyst } from './local.analyst';

const analyst = new LocalAnalyst();
const { signal } = new AbortController();

// Lines begin with `A:` (agent), `C:` (customer) or `?:` (unknown speaker).
function transcriptOf(...lines: string[]): Transcript {
  const speakers: Record<string, Speaker> = { A: 'agent', C: 'customer', '?': 'unknown' };
  return asTranscript(lines.map((line) => ({ speaker: speakers[line.charAt(0)] ?? 'unknown', text: line.slice(3) })));
}

function analyze(...lines: string[]): Promise<UnreviewedAnalysis> {
  return analyst.analyze(transcriptOf(...lines), {}, { signal });
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

describe('the label of a call of one sentence', () => {
  it.each<[Sentiment, string]>([
    ['positive', 'I am very happy.'],
    ['positive', 'Thank you so much, you were wonderful, I am very happy with the work.'],
    ['negative', 'I want to cancel and I want my money back, nobody ever came.'],
    ['negative', 'I am not happy with the repair.'],
    ['negative', 'This is terrible service, I am furious.'],
    ['neutral', 'Can you come on Tuesday?'],
    ['neutral', 'This is Peter Marsh, please call me back.'],
  ])('is %s for: %s', async (label, sentence) => {
    for (const voice of ['C', '?']) expect((await analyze(`${voice}: ${sentence}`)).sentiment).toBe(label);
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
      'sarcasm counts as what it means',
      'negative',
      [
        'A: Summit Roofing, this is Al.',
        'C: Al, I wanted to congratulate you. The roof you put on has given me an indoor waterfall, and for nine thousand dollars I did not even have to pay extra for it.',
        'A: Oh no. I can send somebody next week.',
        'C: Next week, wonderful. I will just keep emptying the bucket. Great job, really.',
      ],
    ],
    [
      'negated dissatisfaction is not dissatisfaction',
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
      'a grumble about somebody else is neutral',
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
      'praise with a reason is positive, in raw recognition as well',
      'positive',
      [
        'A: kestrel plumbing this is joan',
        "C: hi joan this is rita cole i just wanna say that young man you sent me was wonderful he fixed the leak in ten minutes and he cleaned up everything and he didn't even charge me for the part",
        "A: oh i'm so glad i'll tell him",
        "C: please do i'm gonna tell everybody at church and next time you send me the same one",
      ],
    ],
  ])('%s', async (_, label, lines) => {
    expect((await analyze(...lines)).sentiment).toBe(label);
  });

  it('is found without knowing who speaks', async () => {
    const blind = (lines: string[]): string[] => lines.map((line) => `?${line.slice(1)}`);
    expect((await analyze(...blind(LOGGED_COMPLAINT))).sentiment).toBe('negative');
    expect((await analyze(...blind(PRICE_SHOPPER))).sentiment).toBe('neutral');
  });

  it("is not made better by an agent's courtesy", async () => {
    const courteous = LOGGED_COMPLAINT.map((line) =>
      line.startsWith('A: I ') ? `${line} Thank you so much for your patience, we really appreciate you.` : line,
    );
    expect((await analyze(...courteous)).sentiment).toBe('negative');
  });
});

// The parts of a summary between quotation marks.
function quotesOf(summary: string): string[] {
  return [...summary.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '');
}

describe('the note', () => {
  it('consists of the words of the call, with the amount and what was asked', async () => {
    const { summary } = await analyze(...LOGGED_COMPLAINT);
    const said = LOGGED_COMPLAINT.join('\n');
    expect(quotesOf(summary).length).toBeGreaterThanOrEqual(3);
    for (const quote of quotesOf(summary)) expect(said).toContain(quote.replace(/\?$/, ''));
    expect(summary).toMatch(/^Reason: ".*(?:leaking again|third time)/);
    expect(summary).toContain('two hundred dollars');
    expect(summary).toMatch(/In their words: ".+" \(0:\d\d\)/);
  });

  it('says who called when it is known', async () => {
    const inbound = await analyst.analyze(transcriptOf(...PRICE_SHOPPER), { direction: 'inbound' }, { signal });
    expect(inbound.summary).toMatch(/^Why they called: "/);
    const { summary } = await analyst.analyze(
      transcriptOf(
        'A: Hi, is this Ellen Brook? This is Tara with Oakfield Lawn. Your mowing plan is up for renewal, it is forty-five dollars a cut.',
        'C: Yes. Go ahead and renew it, same as last year.',
      ),
      { direction: 'outbound' },
      { signal },
    );
    expect(summary).toMatch(/^Why we called: /);
  });

  it('has no part for what was agreed when nothing was', async () => {
    for (const lines of [LOGGED_COMPLAINT, PRICE_SHOPPER]) {
      const { summary, outcome } = await analyze(...lines);
      expect(summary).not.toContain('Outcome:');
      expect(outcome).toBe('Not clear from the call.');
    }
  });

  it('says what a side still has to do', async () => {
    const { summary } = await analyze(
      'A: Kestrel Plumbing, this is Joan.',
      'C: Hi, I need a copy of the invoice for the water heater you put in on March third.',
      "A: No problem. I'll ask the office, and we'll get back to you tomorrow afternoon.",
      'C: Thank you. Bye.',
    );
    expect(summary).toMatch(/Next:\n- Agent: ".*tomorrow afternoon/);
  });

  it('says what was agreed', async () => {
    const { summary, outcome } = await analyze(
      'A: Kestrel Plumbing, this is Joan.',
      'C: Hi, this is Peter Marsh on Birch Lane. My water heater is leaking, can somebody come and look at it?',
      'A: I can have someone there tomorrow between nine and eleven.',
      'C: Tomorrow between nine and eleven works. Thank you.',
      'A: You are all set.',
    );
    expect(summary.split('\n')).toEqual([
      'Reason: "this is Peter Marsh on Birch Lane. My water heater is leaking, can somebody come and look at it?"',
      'Outcome:',
      '- Agent: "I can have someone there tomorrow between nine and eleven."',
      '- Customer: "Tomorrow between nine and eleven works."',
    ]);
    expect(outcome).toMatch(/nine and eleven/);
  });

  it('tells an offer with what the customer says to it', async () => {
    const { summary } = await analyze(
      'A: Kestrel Plumbing, this is Joan.',
      'C: Hi, this is Peter Marsh on Birch Lane. My water heater is leaking, can somebody come and look at it?',
      'A: I can have someone there tomorrow between nine and eleven.',
      'C: No, that does not work for me. I will find somebody else.',
    );
    expect(summary).toMatch(/Agent: "I can have someone.*\n- Customer: ".*I will find somebody else/);
  });

  it('has whole sentences and short turns', async () => {
    const { summary } = await analyze(
      'A: Kestrel Plumbing, this is Joan.',
      'C: This is Peter Marsh on Birch Lane. The stove works now, but when he pulled it out he put nothing down on the floor, and one of the tiles cracked right across.',
      'A: A new tile is forty dollars. Setting it is ninety. I can send Luis on Thursday at two.',
      'C: Thursday at two is fine.',
    );
    expect(summary).toContain('he put nothing down on the floor, and one of the tiles cracked right across.');
    expect(summary).toMatch(/"A new tile is forty dollars\. Setting it is ninety\./);
  });

  it('is short for a call of an hour, too, with up to three quotes', async () => {
    const hour = Array.from({ length: 60 }, (_, at) => [
      `A: I can have somebody there on the ${at + 2}th between nine and eleven, and it is ${at + 90} dollars for the visit.`,
      `C: The water heater in number ${at + 3} leaks again, and the neighbor of number ${at + 4} has water in the garage.`,
    ]).flat();
    const [note = '', inTheirWords = ''] = (await analyze(...hour)).summary.split('\nIn their words:');
    const length = note.split(/\s+/).filter((word) => /\w/.test(word)).length;
    expect(length).toBeGreaterThanOrEqual(40);
    expect(length).toBeLessThanOrEqual(90);
    expect(inTheirWords.match(/\(\d+:\d\d\)/g)).toHaveLength(3);
  });

  it('says what a promise refers to', async () => {
    const { summary, followUp } = await analyze(
      'A: Kestrel Plumbing, this is Joan.',
      'C: Hi Joan, this is Peter Marsh. You still owe me the deposit for the water heater, and nobody called.',
      'A: I am sorry about that.',
      'C: Just send the refund for the deposit.',
      "A: I'll put it in now.",
    );
    expect(summary).toContain(
      'Next:\n- Customer: "Just send the refund for the deposit."\n- Agent: "I\'ll put it in now."',
    );
    expect(followUp.what).toContain('refund');
  });

  it('has a name that is a sentence of one word, and no greeting before it', async () => {
    const { summary } = await analyze(
      'A: Kestrel Plumbing, this is Joan.',
      'C: Good morning. Joan, I need a copy of the invoice for the water heater you put in on March third.',
      "A: Sure. What's your last name?",
      'C: Castellano.',
      "A: I'll email you the invoice this afternoon.",
    );
    expect(summary).toContain('"I need a copy of the invoice');
    expect(summary).toContain('"Castellano."');
  });

  it('has a number that is told digit by digit as a whole', async () => {
    const { summary } = await analyze(
      'A: you have reached kestrel plumbing please leave a message',
      'C: my name is rita cole and the water heater in the basement on birch lane is leaking all over the floor again please call me at five five five oh one four three two thank you',
    );
    expect(summary).toContain('five five five oh one four three two');
  });

  it('is not repeated by the quotes after it', async () => {
    const angry = [
      ...LOGGED_COMPLAINT,
      'A: He is out until Friday.',
      'C: I am so disappointed. This is terrible service, and nobody ever calls me back.',
    ];
    const [note = '', inTheirWords = ''] = (await analyze(...angry)).summary.split('\nIn their words:');
    expect(inTheirWords).toContain('I am so disappointed.');
    for (const quote of quotesOf(inTheirWords)) expect(note).not.toContain(quote);
  });

  it('keeps a reason that is told in one long breath', async () => {
    const { reason } = await analyze(
      'A: kestrel garage doors this is joan',
      'C: yeah um my garage door will not open the motor just hums at me like it wants to and this big old spring above the door is hanging in two pieces and i gotta be at work at nine',
      'A: we can come at eight',
    );
    expect(reason).toMatch(/garage door will not open/);
  });

  it('has up to six key points, a reason and an outcome', async () => {
    const { keyPoints, reason, outcome } = await analyze(...LOGGED_COMPLAINT);
    expect(keyPoints.length).toBeGreaterThanOrEqual(3);
    expect(keyPoints.length).toBeLessThanOrEqual(6);
    expect(reason).toMatch(/leaking again|third time/);
    expect(outcome.length).toBeGreaterThan(10);
  });

  it('says what is left to do, and nothing when nothing is', async () => {
    expect((await analyze(...LOGGED_COMPLAINT)).followUp).toMatchObject({
      needed: true,
      what: expect.stringMatching(/\w+/) as string,
    });
    expect(
      (
        await analyze(
          'A: Kestrel Plumbing, this is Joan.',
          'C: Hi, can I move my Tuesday appointment to Thursday?',
          'A: Thursday at two. You are all set.',
          'C: Great, see you then.',
        )
      ).followUp,
    ).toEqual({ needed: false });
  });

  it('rests on words that stand in the call', async () => {
    for (const lines of [LOGGED_COMPLAINT, PRICE_SHOPPER]) {
      const transcript = transcriptOf(...lines);
      const { evidence } = await analyst.analyze(transcript, {}, { signal });
      expect(evidence.length).toBeGreaterThanOrEqual(1);
      expect(evidence.length).toBeLessThanOrEqual(6);
      expect(checkEvidence(evidence, transcript)).toEqual(evidence);
    }
    const { evidence } = await analyze(...LOGGED_COMPLAINT);
    expect(evidence[0]).toMatchObject({ claim: 'Negative' });
    expect([1, 3, 5]).toContain(evidence[0]?.segment);
  });

  it('shows how the mood went, in order, ending in the label', async () => {
    const { course, sentiment } = await analyze(...LOGGED_COMPLAINT);
    expect(course.at(-1)?.sentiment).toBe(sentiment);
    for (const [at, span] of course.entries()) {
      expect(span.endMs).toBeGreaterThan(span.startMs);
      expect(span.startMs).toBeGreaterThanOrEqual(course[at - 1]?.endMs ?? 0);
    }
  });
});

describe('odd calls', () => {
  it.each([
    ['one word', ['C: Hello?']],
    ['only noises', ['A: Um.', 'C: Uh.']],
    ['an empty segment', ['C: ', 'A: ']],
    ['only the agent', ['A: Hello? Is anybody there?']],
    ['one unplaced voice', ['?: yeah hi']],
    ['characters of every kind', ['C: ¿Qué? 漢字 🙂 $1,2.3.4 [static] "oh', 'A: — … "']],
  ])('%s still gives a whole analysis', async (_, lines) => {
    const { confidence, summary, keyPoints } = await analyze(...lines);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(1);
    expect(summary).not.toBe('');
    expect(keyPoints.length).toBeLessThanOrEqual(6);
  });

  it('guessed speakers count as unknown', async () => {
    const transcript = transcriptOf(...LOGGED_COMPLAINT);
    const unknown = transcriptOf(...LOGGED_COMPLAINT.map((line) => `?${line.slice(1)}`));
    expect(await analyst.analyze({ ...transcript, speakersGuessed: true }, {}, { signal })).toEqual(
      await analyst.analyze(unknown, {}, { signal }),
    );
  });

  it('a call of hours lets the process do other work, and stops when it is aborted', async () => {
    const lines = Array.from(
      { length: 1_000 },
      (_, at) => `${at % 2 ? 'A' : 'C'}: The furnace is loud again, number ${at}.`,
    );
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counter = setImmediate(count);
    };
    let counter = setImmediate(count);
    await analyze(...lines);
    clearImmediate(counter);
    expect(turns).toBeGreaterThan(20);
    const aborting = new AbortController();
    const stopped = analyst.analyze(transcriptOf(...lines), {}, { signal: aborting.signal });
    aborting.abort(new Error('The worker stops.'));
    await expect(stopped).rejects.toThrow('The worker stops.');
  });

  it('two thousand segments are no trouble', async () => {
    const lines = Array.from({ length: 400 }, () => LOGGED_COMPLAINT.slice(1)).flat();
    const { sentiment, summary, evidence } = await analyze('A: Kestrel Plumbing.', ...lines);
    expect(sentiment).toBe('negative');
    expect((summary.split('\nIn their words:')[0] ?? '').split(' ').length).toBeLessThanOrEqual(90);
    expect(evidence.length).toBeLessThanOrEqual(6);
  });

  it('a call that is given up is not analyzed', async () => {
    const aborted = { signal: AbortSignal.abort(new Error('lease lost')) };
    await expect(analyst.analyze(transcriptOf('C: Hello?'), {}, aborted)).rejects.toThrow('lease lost');
  });

  it('a clause that breaks off is left out', async () => {
    const { keyPoints, summary } = await analyze(
      'A: kestrel plumbing this is joan',
      'C: hi the water heater is leaking again and i paid you two hundred dollars on monday',
      'A: i am sorry to hear that then there is the',
      'C: i want my two hundred dollars back today',
      'A: i will tell the manager and he will call you because',
    );
    for (const text of [...keyPoints, summary]) expect(text).not.toMatch(/\b(the|because)\.?$/);
    expect(keyPoints.join(' ')).toMatch(/two hundred/);
  });
});

it('judges the beginning and the end of a person who never pauses, however long the text is', async () => {
  const said = (text: string): Transcript => ({
    engine: 'test',
    language: 'en',
    durationSeconds: 60,
    segments: [{ speaker: 'customer', startMs: 0, endMs: 60_000, text }],
  });
  const filler = 'so the house has two floors and a garage. ';
  const end = 'You never came, I am very angry. Cancel it and refund me.';
  const judge = async (text: string): Promise<string> =>
    (await new LocalAnalyst().analyze(said(text), {}, { signal: new AbortController().signal })).sentiment;
  expect(await judge(filler.repeat(25_000))).toBe('neutral');
  expect(await judge(filler.repeat(25_000) + end.repeat(40))).toBe('negative');
});
