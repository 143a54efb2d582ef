import type { DeliveryMessageParts } from '@ringwell/testing/make-delivery-message';

// Each chat has snapshots of how the messages about these calls differ from the one about a negative call.
export const SAMPLE_CALLS: [string, DeliveryMessageParts][] = [
  [
    'positive',
    {
      agentName: 'Paul <Ruiz>',
      analysis: {
        sentiment: 'positive',
        summary: 'The heater works again.',
        keyPoints: ['The igniter was replaced'],
        followUp: { needed: false },
      },
    },
  ],
  [
    'uncertain',
    { analysis: { needsReview: true, reviewReason: 'low_confidence', keyPoints: ['The heater is leaking again'] } },
  ],
  [
    'unreliable',
    {
      analysis: {
        needsReview: true,
        reviewReason: 'words_unreliable',
        summary: '',
        keyPoints: [],
        followUp: { needed: false },
      },
    },
  ],
  [
    'neutral',
    {
      call: { direction: 'outbound' },
      analysis: { sentiment: 'neutral', followUp: { needed: true, what: 'Send Dana the quote' } },
    },
  ],
  [
    'wordless',
    {
      analysis: {
        writer: null,
        summary: '',
        keyPoints: [],
        evidence: [
          { claim: 'Negative', segment: 3, startMs: 64_200, endMs: 67_000, quote: 'It is leaking <again>.' },
          { claim: 'Negative', segment: 5, startMs: 80_000, endMs: 83_000, quote: 'I want my money back.' },
        ],
      },
    },
  ],
  [
    'waiting',
    {
      callBack: {
        text: 'Call back by 3:30 PM EDT today',
        url: 'https://calls.example.com/follow-ups/1',
        takeUrl: 'https://calls.example.com/api/follow-up-links/v1.x',
      },
    },
  ],
  [
    'flagged',
    {
      analysis: {
        flags: ['danger', 'legal'],
        evidence: [
          { claim: 'Danger', segment: 2, startMs: 9_000, endMs: 12_000, quote: 'I smell gas in the <kitchen>.' },
          { claim: 'Negative', segment: 3, startMs: 64_200, endMs: 67_000, quote: 'It is leaking <again>.' },
        ],
      },
    },
  ],
  ['settled', { callBack: { text: 'Already called back', url: null, takeUrl: null } }],
  [
    'minimal',
    {
      call: { customerName: null, fromNumber: null, direction: null, occurredAt: null },
      analysis: { sentiment: 'neutral', summary: '', keyPoints: [], followUp: { needed: false } },
    },
  ],
];

const LONG_TEXT = `The boiler leaks & <drips>. ${'水漏れが止まりません。'.repeat(2_000)}`;

export const OVERSIZED_CALL: DeliveryMessageParts = {
  call: { customerName: 'x'.repeat(500) },
  analysis: {
    summary: LONG_TEXT,
    keyPoints: Array.from({ length: 40 }, () => LONG_TEXT),
    followUp: { needed: true, what: LONG_TEXT },
  },
};

export function sampleCallWith(text: string): DeliveryMessageParts {
  return {
    call: { customerName: text },
    agentName: text,
    analysis: { summary: text, keyPoints: [text], followUp: { needed: true, what: text } },
  };
}
