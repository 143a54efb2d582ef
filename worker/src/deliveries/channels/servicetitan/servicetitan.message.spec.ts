import type { StoredCorrection } from '@ringwell/domain/calls/label-correction';
import { makeDeliveryMessage, type DeliveryMessageParts } from '@ringwell/testing/make-delivery-message';

import { REDACTED_CALL } from '../../testing/hidden-details';
import { noteMarker, noteText } from './servicetitan.message';

const NAMES = { productName: 'Ringwell', publicUrl: 'https://calls.example.com', hasEarlierNote: false };
const render = (parts: DeliveryMessageParts = {}): string =>
  noteText(makeDeliveryMessage('servicetitan', parts), NAMES);

describe('noteText', () => {
  it('contains the caller, label, summary, points, follow-up and a link', () => {
    expect(render()).toBe(
      [
        'Call From: Dana Whitfield, +15550100142',
        'Call Time: Tue, Mar 31, 2026, 2:12 PM UTC (4:12)',
        'Customer Happiness: Negative',
        '',
        "Dana's water heater is leaking again, two days after the repair. She asked for a refund for the visit.",
        '',
        '- The heater is two years old',
        '- A technician is coming on Thursday',
        '',
        'Follow-up: Call Dana back about the refund',
        '',
        'Call: https://calls.example.com/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
        '[Ringwell call 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10 run 1]',
      ].join('\n'),
    );
  });

  it.each([
    ['positive', { analysis: { sentiment: 'positive', followUp: { needed: false } } }],
    ['neutral, outbound', { analysis: { sentiment: 'neutral' }, call: { direction: 'outbound' } }],
    [
      'minimal',
      {
        call: { customerName: null, fromNumber: null, direction: null },
        analysis: { keyPoints: [], followUp: { needed: false } },
      },
    ],
  ] satisfies [string, DeliveryMessageParts][])('renders a %s call', (_name, parts) => {
    expect(render(parts)).toMatchSnapshot();
  });

  it('states that the details were edited, and has its own marker', () => {
    const editedNote = render({ delivery: { event: 'call.edited', id: 'd1' } });
    expect(editedNote).toMatch(/^Updated note \(its details were edited\)\.\n\nCall From: Dana Whitfield/);
    expect(editedNote).toMatch(/\[Ringwell call 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10 run 1 edit d1\]$/);
  });

  it('keeps details that the account hides in chat and email', () => {
    expect(render(REDACTED_CALL)).toContain('Call From: Dana Whitfield, +15550100142');
    expect(render(REDACTED_CALL)).toContain('Dana Whitfield of 4211 Oak Street, Austin, TX 78701 told Paul Ruiz');
    expect(render(REDACTED_CALL)).toContain('Follow-up: Call Dana at 512-555-0199.');
  });

  it('states when to call back, and links to the call', () => {
    const callBack = {
      text: 'Call back by 3:30 PM EDT today',
      url: 'https://calls.example.com/follow-ups/1',
      takeUrl: 't',
    };
    expect(render({ callBack })).toContain(
      '\n\nCall back by 3:30 PM EDT today: https://calls.example.com/follow-ups/1\nCall: https://calls.example.com/calls/',
    );
    expect(render({ callBack: { text: 'Already called back', url: null, takeUrl: null } })).toContain(
      '\n\nAlready called back\nCall: ',
    );
  });

  it("uses the account's own name for the customer", () => {
    expect(render({ call: { customerName: 'WIRELESS CALLER' }, customerName: 'Dana Reyes' })).toMatch(
      /^Call From: Dana Reyes, /,
    );
  });

  it('marks a guess and links to the recording', () => {
    const text = render({ analysis: { needsReview: true, reviewReason: 'low_confidence' } });
    expect(text).toContain('\nCustomer Happiness: Needs a listen (probably Negative)\n');
    expect(text).toContain('\nListen to the call: https://calls.example.com/calls/7e7a2c1e');
  });

  it('marks a corrected label', () => {
    const correction: StoredCorrection = {
      sentiment: 'neutral',
      why: null,
      originalSentiment: 'negative',
      originalNeedsReview: false,
      originalReviewReason: null,
      originalConfidence: 0.9,
      correctedAt: new Date('2026-03-31T15:00:00Z'),
      correctorName: 'Dana Reyes',
    };
    expect(render({ analysis: { sentiment: 'neutral' }, correction })).toContain(
      '\nCustomer Happiness: Neutral (corrected)\n',
    );
  });

  it('states that it is an update when the call was reprocessed', () => {
    const text = noteText(makeDeliveryMessage('servicetitan', { call: { runNumber: 2 } }), {
      ...NAMES,
      hasEarlierNote: true,
    });
    expect(text).toMatch(/^Updated note \(call was reprocessed\)\.\n\nCall From: /);
    expect(text).toMatch(/ run 2]$/);
  });

  it('shortens an oversized note, but keeps its last two lines', () => {
    const text = render({ analysis: { summary: 'The boiler is cold. '.repeat(400) } });
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(text.length).toBeGreaterThan(3_900);
    expect(text).toMatch(
      /…\n\nCall: https:\/\/calls\.example\.com\/calls\/7e7a2c1e\S+\n\[Ringwell call 7e7a2c1e\S+ run 1]$/,
    );
  });

  it('keeps markup as is, but strips control characters and line breaks from names', () => {
    const text = render({
      agentName: 'Paul\nRuiz',
      call: { customerName: 'Dana\r\nCustomer Happiness: Positive' },
      analysis: { summary: '<script>alert(1)</script> **bold** \u0000\u001b[31mred\ttab' },
    });
    expect(text).toContain(
      'Call From: Dana Customer Happiness: Positive, +15550100142\nCall Time: Tue, Mar 31, 2026, 2:12 PM UTC (4:12)\nAgent: Paul Ruiz\n',
    );
    expect(text).toContain('<script>alert(1)</script> **bold**   [31mred tab');
  });

  it("has a marker that is unique to the call and run and independent of the product's name", () => {
    const [first, second] = [
      makeDeliveryMessage('servicetitan'),
      makeDeliveryMessage('servicetitan', { call: { runNumber: 2 } }),
    ];
    expect(noteText(first, { ...NAMES, productName: 'Other' })).toContain(noteMarker(first));
    expect(noteText(first, NAMES)).not.toContain(noteMarker(second));
    const twoDigitRun = makeDeliveryMessage('servicetitan', { call: { runNumber: 21 } });
    expect(noteText(twoDigitRun, NAMES)).not.toContain(noteMarker(second));
  });
});
