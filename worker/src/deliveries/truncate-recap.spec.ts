import { makeDeliveryMessage } from '@ringwell/testing/make-delivery-message';

import { buildRecap, type Recap } from './recap';
import { renderToFit, truncateRecap, type RecapLimits } from './truncate-recap';

const LIMITS: RecapLimits = { title: 40, fact: 20, summary: 400, points: 4, point: 40, followUp: 40 };
const makeRecap = (parts: Partial<Recap> = {}): Recap => ({
  ...buildRecap(makeDeliveryMessage('slack'), 'https://calls.example.com'),
  ...parts,
});

describe('truncateRecap', () => {
  it('shortens only text that exceeds its limit', () => {
    const shortRecap = makeRecap();
    expect(truncateRecap(shortRecap, LIMITS)).toEqual(shortRecap);
    const { title, who, summary, keyPoints, followUp } = truncateRecap(
      makeRecap({
        title: 'x'.repeat(99),
        who: 'y'.repeat(99),
        summary: 'z '.repeat(999),
        keyPoints: Array.from({ length: 9 }, () => 'k'.repeat(99)),
        followUp: 'f'.repeat(99),
      }),
      LIMITS,
    );
    expect([title.length, who.length, keyPoints.length, keyPoints[0]?.length, followUp?.length]).toEqual([
      40, 20, 4, 40, 40,
    ]);
    expect(summary.length).toBeLessThanOrEqual(400);
  });

  it('removes invisible characters and empty key points', () => {
    const { who, summary, keyPoints, phone } = truncateRecap(
      makeRecap({
        who: ' Dana\r\n\u202EWhit\u0000field\u200F ',
        phone: '+1\t555',
        summary: 'One.\r\nTwo.\u0007',
        keyPoints: ['', ' \n ', 'Leak'],
      }),
      LIMITS,
    );
    expect([who, phone, summary, keyPoints]).toEqual(['Dana Whit field', '+1 555', 'One.\nTwo.', ['Leak']]);
  });
});

describe('renderToFit', () => {
  const render = ({ summary, keyPoints }: Recap): string => [summary, ...keyPoints].join('');

  it('keeps as much text as fits in the byte limit', () => {
    const longRecap = makeRecap({ summary: '水'.repeat(400), keyPoints: [] });
    expect(renderToFit(longRecap, { limits: LIMITS, maxBytes: 1_200, render })).toHaveLength(400);
    expect(renderToFit(longRecap, { limits: LIMITS, maxBytes: 1_199, render })).toHaveLength(200);
    expect(renderToFit(longRecap, { limits: LIMITS, maxBytes: 200, render })).toHaveLength(40);
    expect(renderToFit(longRecap, { limits: LIMITS, maxBytes: 100, render })).toHaveLength(12);
  });
});
