import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';
import type { Topic } from '@ringwell/domain/calls/topic';

import { toTranscript } from '../../../../../lab/analyst/measurement/labeled-call';
import type { Turn } from './call-features';
import { LocalAnalyst } from './local.analyst';
import { topicModel } from './topic-model';

const analyst = new LocalAnalyst();
const { signal } = new AbortController();

// Lines begin with `A:` (agent) or `C:` (customer).
function parseTurns(lines: readonly string[]): Turn[] {
  return lines.map((line) => ({ speaker: line.startsWith('A:') ? 'agent' : 'customer', text: line.slice(3) }));
}

// These calls were written for this test and aren't in the training data.
const CALLS: [Topic, string[]][] = [
  [
    'no_show',
    [
      'A: Harbor Heating, this is Jo.',
      'C: Jo, I took the day off for you people. I was told between eight and noon, it is three, and nobody showed up. Nobody called.',
      'A: I am so sorry. I can get you on for Thursday, eight to noon.',
      'C: That is what you said Monday. I waited Monday and nobody showed up then. I lost two days of work. Cancel it, I have another company coming.',
    ],
  ],
  [
    'delay',
    [
      'A: Summit Windows, this is Carl.',
      'C: Carl, you told me four weeks in March. It is July. Where is my order?',
      'A: The part is back ordered. It should be here in another three weeks.',
      'C: That is what you said in May, and then it was two more weeks in June. I have had plywood up for fifteen weeks. I am tired of waiting. I want my deposit back.',
    ],
  ],
  [
    'quality',
    [
      'A: Kestrel Plumbing.',
      'C: You fixed my shower on Friday and it is leaking again, worse than before. Now there is water coming through the kitchen ceiling.',
      'A: I am sorry to hear that.',
      'C: He did not tighten anything. The tile he took off is cracked, too. I do not want him back in here. I will have somebody else fix it right.',
    ],
  ],
  [
    'price',
    [
      'A: Garage Door Center, how can I help?',
      'C: Hi, how much do you charge to put in a new opener?',
      'A: It runs four hundred to five fifty, depending on the model.',
      'C: Okay. I am getting a few quotes. Is that with the labor?',
      'A: Yes, parts and labor.',
      'C: All right, I will talk to my wife and call you back. Thank you.',
    ],
  ],
  [
    'billing',
    [
      'A: Bluebell Pest Control, billing.',
      'C: I canceled in January and you charged my card again this month. That is three charges of forty-nine dollars.',
      'A: I see the cancellation. I can put in a refund request.',
      'C: You said that last month. I want the refund on my card, or I am disputing the charge with my bank.',
    ],
  ],
  [
    'communication',
    [
      'A: You have reached Northside Electric. Leave a message after the tone.',
      'C: This is my fourth message. I called Monday, Tuesday and Wednesday and nobody has called me back. I just want somebody to pick up the phone. I do not know if anybody listens to these messages.',
    ],
  ],
  [
    'rudeness',
    [
      'A: Premier Air, this is Beth.',
      'C: Your salesman sat at my mother’s table for three hours and would not leave until she signed. He told her the furnace would kill her in her sleep.',
      'A: Oh. I will let the manager know.',
      'C: She is eighty-four. He scared her into eleven thousand dollars she does not need. I had another company look and there is nothing wrong with it. Cancel the contract.',
    ],
  ],
  [
    'praise',
    [
      'A: Valley Comfort, this is Sam.',
      'C: Sam, I just called to say your technician was wonderful. He stayed until nine at night and the house is warm again. I told my sister to call you. Tell him he is the best.',
      'A: I will tell him, thank you so much.',
    ],
  ],
  [
    'booking',
    [
      'A: Cedar Creek Plumbing.',
      'C: Hi, I have an appointment tomorrow at ten and I need to move it. Do you have anything next week?',
      'A: I have Tuesday between nine and eleven.',
      'C: Tuesday works. The gate code is two two seven one.',
      'A: You are all set for Tuesday.',
      'C: Okay, thank you, bye.',
    ],
  ],
  [
    'other',
    [
      'A: Lakeside Roofing.',
      'C: Hello, is this the pharmacy?',
      'A: No, this is a roofing company. I think you have the wrong number.',
      'C: Oh, I am sorry. I must have dialed it wrong.',
      'A: No problem. Have a good day.',
    ],
  ],
];

describe('the topic of a call', () => {
  it.each(CALLS)('is %s', async (topic, lines) => {
    expect((await analyst.judge(toTranscript(parseTurns(lines)), {}, { signal })).topic).toBe(topic);
  });

  it.each(CALLS)('does not depend on who said what (%s)', (_, lines) => {
    const turns = parseTurns(lines);
    const turnsWithoutSpeakers = turns.map(({ text }): Turn => ({ speaker: 'unknown', text }));
    for (const sentiment of SENTIMENTS)
      expect(topicModel().chooseTopic(turnsWithoutSpeakers, sentiment)).toBe(
        topicModel().chooseTopic(turns, sentiment),
      );
  });

  it.each(CALLS)('fits the label (%s)', (_, lines) => {
    const turns = parseTurns(lines);
    expect([null, 'price', 'billing', 'praise']).toContain(topicModel().chooseTopic(turns, 'positive'));
    expect(['praise', 'booking', 'other']).not.toContain(topicModel().chooseTopic(turns, 'negative'));
  });

  it('is null when nothing was said', async () => {
    expect((await analyst.judge(toTranscript(parseTurns(['C: Um.'])), {}, { signal })).topic).toBeNull();
  });
});
