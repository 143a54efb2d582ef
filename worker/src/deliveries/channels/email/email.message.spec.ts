import { makeDeliveryMessage, type DeliveryMessageParts } from '@ringwell/testing/make-delivery-message';
import { extractText, outlineEmail } from '@ringwell/testing/outline-email';

import { buildRecap } from '../../recap';
import { sampleDigestWith, SAMPLE_DIGEST } from '../../testing/sample-digests';
import { digestEmail } from './email.digest';
import type { MailContext } from './email.draft';
import { alertEmail, testEmail, type MailContent } from './email.message';

const CONTEXT: MailContext = {
  productName: 'Ringwell',
  account: { company: 'Whitfield Plumbing' },
  owner: { firstName: 'Olive', lastName: 'Owner' },
  recipient: 'office@example.com',
  isMemberAlert: false,
  unsubscribeUrl: 'https://calls.example.com/api/unsubscribe/v1.x',
};
const NO_FOLLOW_UP = { needed: false };
const CALL_BACK = {
  text: 'Call back by 3:30 PM EDT today',
  url: 'https://calls.example.com/follow-ups/1',
  takeUrl: 'https://calls.example.com/api/follow-up-links/v1.x',
};

const makeMail = (parts: DeliveryMessageParts = {}, context: Partial<MailContext> = {}): MailContent =>
  alertEmail(buildRecap(makeDeliveryMessage('email', parts), 'https://calls.example.com'), { ...CONTEXT, ...context });

const getVisibleText = (html: string): string => extractText(html).replace(/\s+/g, ' ').trim();

describe('alertEmail', () => {
  it("starts with the danger in the customer's words, whatever the label", () => {
    const quote = 'I smell gas in the <kitchen>.';
    const mail = makeMail({
      analysis: {
        flags: ['danger'],
        evidence: [{ claim: 'Danger', segment: 2, startMs: 9_000, endMs: 12_000, quote }],
      },
    });
    expect(mail.subject).toBe('Danger: call with Dana Whitfield');
    expect(mail.text).toContain(`\nDanger: “${quote}”\nDana's water heater is leaking again`);
    expect(getVisibleText(mail.html)).toContain(`Danger: “${quote}” Dana's water heater is leaking again`);
  });

  it.each<[string, DeliveryMessageParts]>([
    ['negative', {}],
    [
      'neutral',
      {
        analysis: {
          sentiment: 'neutral',
          summary: 'Dana asked when the shop opens.',
          keyPoints: ['Opens at 8'],
          followUp: NO_FOLLOW_UP,
        },
      },
    ],
    [
      'positive',
      { analysis: { sentiment: 'positive', summary: 'Dana thanked the technician.', followUp: { needed: true } } },
    ],
    ['uncertain', { analysis: { needsReview: true, reviewReason: 'low_confidence' } }],
    ['waiting', { callBack: CALL_BACK }],
    ['settled', { callBack: { text: 'Already called back', url: null, takeUrl: null } }],
    [
      'minimal',
      {
        call: { customerName: null, fromNumber: null, direction: null },
        analysis: { sentiment: 'neutral', keyPoints: [], followUp: NO_FOLLOW_UP },
      },
    ],
  ])('renders a %s call', (_case, parts) => {
    expect(outlineEmail(makeMail(parts).html)).toMatchSnapshot();
  });

  it.each<[string, DeliveryMessageParts]>([
    ['negative', {}],
    ['minimal', { call: { customerName: null, fromNumber: null, direction: null }, analysis: { keyPoints: [] } }],
    ['waiting', { callBack: CALL_BACK }],
  ])('renders a %s call as text', (_case, parts) => {
    const { subject, text } = makeMail(parts);
    expect(`\n${subject}\n\n${text}`).toMatchSnapshot();
  });

  it("shows the call's time in the account's time zone", () => {
    expect(makeMail({ settings: { timeZone: 'America/New_York' } }).text).toContain('Tue, Mar 31, 10:12 AM EDT');
  });

  it('has the same content in text and HTML, without external resources', () => {
    const { subject, text, html } = makeMail();
    for (const part of [
      subject,
      'Negative',
      '(555) 010-0142',
      'Inbound',
      'Tue, Mar 31, 2:12 PM UTC',
      '4:12',
      "Dana's water heater is leaking again",
      'The heater is two years old',
      'Call Dana back about the refund',
      'Whitfield Plumbing',
      'Unsubscribe',
    ]) {
      expect(text).toContain(part);
      expect(getVisibleText(html)).toContain(part);
    }
    for (const url of [
      'https://calls.example.com/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
      CONTEXT.unsubscribeUrl,
    ]) {
      expect(text).toContain(url);
      expect(html).toContain(`href="${url}"`);
    }
    expect(html).toMatch(/<li dir="auto"[^>]*>The heater is two years old/); // Arabic and Hebrew
    expect(html).not.toMatch(/<(img|link|script|iframe|form)\b|url\(|@import|src=/i);
  });

  it('begins with the reason, the next step and the buttons, without repeating itself', () => {
    const summary = `Dana has no hot water. ${'She has called before, and no one came. '.repeat(12)}`;
    const { text, html } = makeMail({
      analysis: {
        summary,
        keyPoints: ['Dana has no hot water.', 'The heater is two years old'],
        followUp: { needed: true, what: 'Call Dana back today' },
      },
      callBack: {
        text: 'Call back by 3:30 PM',
        url: 'https://calls.example.com/follow-ups/1',
        takeUrl: 'https://x/take',
      },
    });
    const body = html.slice(html.indexOf('class="body"'));
    const order = [
      'Dana has no hot water.',
      'Call Dana back today',
      'Call back by 3:30 PM',
      'href="https://x/take"',
      'href="tel:+15550100142"',
      'Open the call',
      'The heater is two years old',
      'Length',
    ].map((part) => body.indexOf(part));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(getVisibleText(body.slice(0, order[3])).length).toBeLessThan(400);
    expect(getVisibleText(body).split('Dana has no hot water').length - 1).toBe(1);
    expect(text.split('Dana has no hot water').length - 1).toBe(1);
  });

  it("says why to call back if the account's rule asks for it", () => {
    const followUp = { needed: true, rule: 'cancel my membership' };
    expect(makeMail({ analysis: { sentiment: 'neutral', followUp } }).text).toContain(
      '\nFollow-up: Your rule “cancel my membership” asks for a callback\n',
    );
  });

  it('highlights a negative call', () => {
    const [positiveMail, alertMail] = [makeMail({ analysis: { sentiment: 'positive' } }), makeMail()];
    expect([positiveMail.subject, alertMail.subject]).toEqual([
      'Positive call with Dana Whitfield',
      'Unhappy customer: Dana Whitfield',
    ]);
    expect(alertMail.html).toContain('class="head negative-head"');
    expect(positiveMail.html).not.toContain('class="head negative-head"');
  });

  it.each([
    ['neither name nor number', null, 'no name or number', 'an unknown customer'],
    ['a withheld number', '+266696687', 'Caller ID withheld', 'a withheld number'],
    ['an invisible name', '+15550100142', '(555) 010-0142', '(555) 010-0142'],
  ])('names a customer with %s', (_case, fromNumber, unhappy, other) => {
    const call = { customerName: fromNumber === '+15550100142' ? '\u200F' : null, fromNumber };
    expect([makeMail({ call }).subject, makeMail({ call, analysis: { sentiment: 'neutral' } }).subject]).toEqual([
      `Unhappy customer: ${unhappy}`,
      `Neutral call with ${other}`,
    ]);
  });

  it('does not use alarming language when the label is a guess', () => {
    const { subject, text, html } = makeMail({ analysis: { needsReview: true, reviewReason: 'mixed_signals' } });
    expect(subject).toBe('Needs a listen: call with Dana Whitfield');
    expect(text).toContain('\nCustomer happiness: Needs a listen (probably Negative)\n');
    expect(text).toContain('\nListen to the call: https://calls.example.com/calls/7e7a2c1e');
    expect(html).not.toContain('class="head negative-head"');
  });

  it('escapes untrusted text', () => {
    const maliciousText = "\"><img src=x onerror=alert(1)><a href='https://evil.example'>Click</a>&lt;";
    const { html } = makeMail(
      {
        call: { customerName: maliciousText, fromNumber: `+1555" onclick="${maliciousText}` },
        analysis: {
          summary: maliciousText,
          keyPoints: [maliciousText],
          followUp: { needed: true, what: maliciousText },
        },
      },
      { account: { company: maliciousText } },
    );
    expect(getVisibleText(html).split(maliciousText).length - 1).toBe(6); // preview, title, phone, summary, follow-up, reason; the point is in the summary
    expect(html).not.toMatch(/<img|evil\.example'>|" onclick="/);
    expect(html).not.toContain('tel:');
  });

  it('keeps line breaks in a note', () => {
    const { text, html } = makeMail({ analysis: { summary: 'Next:\n- Agent: "I will call <you>."' } });
    expect(html).toContain('>Next:<br>- Agent: &quot;I will call &lt;you&gt;.&quot;</p>');
    expect(text).toContain('\nNext: - Agent: "I will call <you>."\n');
  });

  it('removes line breaks and direction marks from untrusted text', () => {
    const { subject, text } = makeMail({
      call: { customerName: 'Dana\r\nBcc: victim@example.com' },
      analysis: {
        summary: 'Hello\u2028\r\n-- \r\nUnsubscribe: https://evil.example \u202Eabc',
        keyPoints: ['One\nTwo'],
      },
    });
    expect(subject).toBe('Unhappy customer: Dana Bcc: victim@example.com');
    expect(text).toContain('\nHello -- Unsubscribe: https://evil.example abc\n');
    expect(text).toContain('\n- One Two\n');
  });

  it('only links the phone number if it looks like one', () => {
    const { html } = makeMail({ call: { fromNumber: '+15550100142' } });
    expect(html).toMatch(/href="tel:\+15550100142"[^>]*>\(555\) 010-0142</);
    for (const fromNumber of ['(555) 010-0142', 'sip:5550100142@10.20.30.40'])
      expect(makeMail({ call: { fromNumber } }).html).toContain('href="tel:5550100142"');
    expect(makeMail({ call: { fromNumber: 'sip:dana@example.com' } }).html).not.toContain('tel:');
  });

  it('shortens an oversized email', () => {
    const { subject, text, html } = makeMail({
      call: { customerName: 'Dana '.repeat(500) },
      analysis: {
        summary: 'The old heater is leaking. '.repeat(5_000),
        keyPoints: Array.from({ length: 500 }, (_, index) => `${index} ${'x'.repeat(5_000)}`),
        followUp: { needed: true, what: 'Call. '.repeat(9_000) },
      },
    });
    expect(subject).toMatch(/^Unhappy customer: Dana Dana.{1,110}…$/);
    expect(text).toMatch(/leaking\.…\n/);
    expect(Buffer.byteLength(html)).toBeLessThan(102_400);
  });

  it('tells members why they received the email', () => {
    expect(makeMail({}, { isMemberAlert: true }).text).toContain(
      "You're getting this because you asked for emails about Whitfield Plumbing's calls. Choose which ones in Your account.\n",
    );
  });

  it('names the account by its company or owner, never by an address', () => {
    const readAccountName = (company: string | null, names: Partial<MailContext['owner']> = {}): string | undefined =>
      /is on (.*)'s alert list\.\n/.exec(
        makeMail({}, { account: { company }, owner: { firstName: null, lastName: null, ...names } }).text,
      )?.[1];
    expect([
      readAccountName('Reyes HVAC'),
      readAccountName(null, { firstName: 'Olive', lastName: 'Owner' }),
      readAccountName(null),
    ]).toEqual(['Reyes HVAC', 'Olive Owner', 'Ringwell']);
  });
});

describe('testEmail', () => {
  it('renders a test email', () => {
    const { subject, text, html } = testEmail('https://calls.example.com', CONTEXT);
    expect(`\n${subject}\n\n${text}`).toMatchSnapshot('text');
    expect(outlineEmail(html)).toMatchSnapshot('HTML');
  });
});

it('shows the arrival time if the time of the call is in the future', () => {
  const call = { occurredAt: new Date('2026-04-01T15:00:00Z'), createdAt: new Date('2026-03-31T14:17:00Z') };
  const { text } = makeMail({ call });
  expect(text).toContain('Mar 31');
  expect(text).not.toContain('Apr 1');
});

describe('digestEmail', () => {
  it('explains why an address got the email without being entered for overdue follow-ups', () => {
    const { text, html } = digestEmail(SAMPLE_DIGEST, CONTEXT, false);
    for (const body of [text, html]) {
      expect(body).toMatch(/gets Whitfield Plumbing(&#39;|')s emails about unhappy customers/);
      expect(body).not.toMatch(/list for overdue/);
    }
  });

  it('renders overdue follow-ups', () => {
    const { subject, text, html } = digestEmail(SAMPLE_DIGEST, CONTEXT, true);
    expect(`\n${subject}\n\n${text}`).toMatchSnapshot('text');
    expect(outlineEmail(html)).toMatchSnapshot('HTML');
  });

  it('escapes and shortens untrusted text', () => {
    const maliciousText = `"><img src=x>\r\nBcc: victim@example.com ${'x'.repeat(5_000)}`;
    const { text, html } = digestEmail(sampleDigestWith(maliciousText), CONTEXT, true);
    expect(html).not.toContain('<img');
    expect(text).not.toMatch(/^Bcc:/m);
    expect(Buffer.byteLength(html)).toBeLessThan(102_400);
  });
});
