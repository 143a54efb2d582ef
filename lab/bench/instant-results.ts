import type { RecordingProperties } from '@ringwell/database/calls/call-runs.repository';
import type { Analysis } from '@ringwell/domain/calls/analysis';
import type { Transcript } from '@ringwell/domain/calls/transcript';

// A call with repeated phrases would be treated as nonsense, and this benchmark's analyst wouldn't be called.
const SENTENCES = [
  'Thank you for calling Cedar Creek Heating and Cooling, how can I help you today?',
  'Hi, our furnace stopped working last night and the house is getting really cold.',
  'I am sorry to hear that, let me see what we can do for you this morning.',
  'It makes a clicking noise a few times and then nothing happens at all.',
  'That sounds like the igniter or the flame sensor, a technician can check both.',
  'How soon could somebody come out? We have a baby here and my mother is visiting.',
  'I have an opening between ten and twelve today, would that work for you?',
  'That would be wonderful, I was afraid we would have to wait until Monday.',
  'Before I book it, may I have the address where the furnace is?',
  'Sure, it is forty two Willow Lane, the white house at the very end.',
  'Got it. Is there a gate or a dog that our technician should know about?',
  'The dog stays in the yard, so please use the front door and ring twice.',
  'I will put that in the notes. How old is the furnace, do you know?',
  'My husband thinks it was put in about nine years ago with the house.',
  'Was it serviced last fall, or has it been longer than a year?',
  'Honestly, I do not believe anybody has looked at it since we moved in.',
  'No problem at all. The visit itself is eighty nine dollars for the diagnosis.',
  'And is that taken off the bill if we go ahead with the repair?',
  'Yes, we credit the whole amount toward any work that you approve.',
  'Good, because the last company charged us twice and never came back.',
  'We always call before we start, and nothing is done without your approval.',
  'Can he bring the part with him, or does that mean a second trip?',
  'Most igniters are on the truck, so usually it is fixed in one visit.',
  'Should I turn anything off until then? I can smell a little dust.',
  'If you smell gas, leave the house and call the gas company right away.',
  'No, it is only dust, like when the heat comes on in October.',
  'Then switch the thermostat off, and leave the furnace panel closed.',
  'All right, I am doing that now. Will somebody text me beforehand?',
  'You will get a text with a photo of the technician thirty minutes ahead.',
  'Perfect. Please send it to this number, my other phone is broken.',
  'Of course. Would you also like to hear about our yearly maintenance plan?',
  'Maybe later, right now I only want some warm air in the bedrooms.',
  'I understand completely, he can leave a brochure with you today.',
  'That is fine. Do you take a check, or does it have to be a card?',
  'Either one works, and we email the receipt as soon as it is paid.',
  'Great, then I think we have everything that you need from me.',
  'One last question, how did you hear about Cedar Creek, may I ask?',
  'Our neighbor Linda told us that you fixed her boiler in an afternoon.',
  'That is so kind of her, we will be there between ten and twelve.',
  'Thank you so much for fitting us in so quickly, I really appreciate it.',
];
const SEGMENT_MS = 5_000;

/** The transcript of a three-minute call: 3 kB of text. */
export const TRANSCRIPT: Transcript = {
  engine: 'instant',
  language: 'en-US',
  durationSeconds: (SENTENCES.length * SEGMENT_MS) / 1_000,
  segments: SENTENCES.map((text, index) => ({
    speaker: index % 2 === 0 ? 'agent' : 'customer',
    startMs: index * SEGMENT_MS,
    endMs: (index + 1) * SEGMENT_MS,
    text,
    confidence: 0.9,
  })),
};

export const PROBE: RecordingProperties = {
  durationSeconds: TRANSCRIPT.durationSeconds,
  channelCount: 2,
  recordingType: 'audio/mpeg',
  peaks: Array.from({ length: 600 }, (_, index) => index % 100),
};

export const ANALYSIS: Analysis = {
  engine: 'instant',
  sentiment: 'positive',
  confidence: 0.9,
  needsReview: false,
  reviewReason: null,
  topic: 'booking',
  writer: 'instant',
  summary:
    "The customer's furnace stopped working overnight. A technician is coming between ten and twelve. " +
    'The customer is pleased.',
  keyPoints: ['Furnace not lighting', 'Technician today between ten and twelve'],
  followUp: { needed: false },
  course: [
    { startMs: 0, endMs: 100_000, sentiment: 'neutral' },
    { startMs: 100_000, endMs: 200_000, sentiment: 'positive' },
  ],
  evidence: [{ claim: 'Positive', segment: 39, startMs: 195_000, endMs: 200_000, quote: 'Thank you so much' }],
};
