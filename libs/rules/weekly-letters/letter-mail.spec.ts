import { NO_BOOKINGS } from '@ringwell/domain/calls/booking-rate';
import type { LabelCounts } from '@ringwell/domain/calls/happiness';
import { NOTHING_HIDDEN } from '@ringwell/domain/deliveries/hidden-details';
import type { WeeklyLetter } from '@ringwell/domain/weekly-letters/weekly-letter';
import { outlineEmail } from '@ringwell/testing/outline-email';
import { makeSampleLetter } from '@ringwell/testing/sample-letter';

import { hideLetterDetails } from './hide-letter-details';
import { createLetterBrief } from './letter-brief';
import { renderLetterMail, type LetterMail } from './letter-mail';
import { createLetterText } from './letter-text';

const URL = 'https://calls.example.com';
const makeCounts = (positive: number, neutral: number, negative: number, needs_review = 0): LabelCounts => ({
  positive,
  neutral,
  negative,
  needs_review,
});
const renderMail = (letter: WeeklyLetter, isTest = false): LetterMail =>
  renderLetterMail(createLetterText(letter, URL), {
    productName: 'Ringwell',
    accountName: 'Reyes HVAC',
    isTest,
    unsubscribeUrl: `${URL}/api/unsubscribe/v1.x`,
  });

describe('renderLetterMail', () => {
  it('renders a weekly letter', () => {
    const { subject, text, html } = renderMail(makeSampleLetter());
    expect(`\n${subject}\n\n${text}`).toMatchSnapshot('text');
    expect(outlineEmail(html)).toMatchSnapshot('HTML');
    expect(html).toContain('<blockquote dir="auto"'); // Arabic and Hebrew
    expect(html).not.toMatch(/<(img|link|script|iframe|form)\b|url\(|@import|src=/i);
  });

  it.each([
    [{ calls: 23, longer: 4 }, '23 calls were skipped, 4 of them over 30 seconds. Lower the limit?'],
    [{ calls: 2, longer: 2 }, '2 calls were skipped, all of them over 30 seconds. Lower the limit?'],
    [{ calls: 1, longer: 1 }, '1 call was skipped, and it was over 30 seconds. Lower the limit?'],
    [{ calls: 23, longer: 0 }, null],
  ])('asks whether to lower the limit after %j were skipped', (skipped, question) => {
    const { facts } = createLetterText(makeSampleLetter({ skipped }), URL);
    expect(facts.find(({ name }) => name === 'Skipped')?.value ?? null).toBe(question);
  });

  it.each([
    [
      { booked: 65, not_booked_other: 55 },
      { booked: 60, not_booked_other: 60 },
      '54% of 120 leads were booked, about the same as the week before',
    ],
    [
      { booked: 40, not_booked_other: 80 },
      { booked: 65, not_booked_other: 55 },
      '33% of 120 leads were booked, worse than the week before',
    ],
    [{ booked: 20 }, { booked: 19 }, '100% of 20 leads were booked'],
    [{ booked: 7, not_booked_other: 5 }, {}, '7 of 12 leads booked: too few for a rate'],
    [{ not_a_lead: 30 }, { booked: 20 }, null],
  ])('reports how many leads were booked: %j after %j', (bookingCounts, previousBookings, expected) => {
    const bookings = {
      counts: { ...NO_BOOKINGS, ...bookingCounts },
      previousCounts: { ...NO_BOOKINGS, ...previousBookings },
    };
    const { facts } = createLetterText(makeSampleLetter({ bookings }), URL);
    expect(facts.find(({ name }) => name === 'Bookings')?.value ?? null).toBe(expected);
  });

  it('summarizes the week in chat messages without customer names and numbers', () => {
    const brief = createLetterBrief(createLetterText(makeSampleLetter(), URL));
    expect(brief).toMatchSnapshot();
    expect(JSON.stringify(brief)).not.toMatch(/Whitfield|010-0142/);
  });

  it('omits what the account hides, both in the email and in chat messages', () => {
    const letter = makeSampleLetter();
    const [first] = letter.unhappy;
    const customer = { ...first!, instruction: 'Call Dana back about 4211 Oak Street', quote: null };
    const hiddenLetter = hideLetterDetails(
      { ...letter, unhappy: [customer, ...letter.unhappy] },
      { phoneNumbers: true, names: true, addresses: true },
    );
    const { text, html } = renderMail(hiddenLetter);
    for (const output of [text, html, JSON.stringify(createLetterBrief(createLetterText(hiddenLetter, URL)))])
      expect(output).not.toMatch(/Dana|Whitfield|Lee Park|010-?014|Oak/);
    expect(text).toContain('[name], [phone number]');
    expect(text).toContain('Call [name] back about [address]');
    expect(text).toContain('Paul Ruiz');
    expect(renderMail(hideLetterDetails(letter, NOTHING_HIDDEN))).toEqual(renderMail(letter));
  });

  it('marks a test letter', () => {
    const { subject, text, html } = renderMail(makeSampleLetter(), true);
    expect(subject).toMatch(/^\[Test\] Customer happiness last week: /);
    for (const output of [text, html]) expect(output).toContain('This is a test.');
  });

  it.each([
    [
      'too few calls for a score',
      makeCounts(5, 2, 1),
      'Last week: 8 calls',
      'Happiness: 8 labeled calls: too few for a score',
    ],
    [
      'only calls that need a listen',
      makeCounts(0, 0, 0, 1),
      'Last week: 1 call, 1 needs a listen',
      'Calls: 1 call, 1 needs a listen',
    ],
    ['no calls', makeCounts(0, 0, 0), 'Last week: no calls', 'Calls: no calls'],
  ])('shows only counts when there are %s', (_case, counts, subject, line) => {
    const mail = renderMail(makeSampleLetter({ counts }));
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(`\n${line}\n`);
    expect(mail.text).not.toMatch(/[+−]\d/);
  });

  it.each([
    [
      'a clear drop',
      makeCounts(700, 200, 100),
      makeCounts(600, 200, 200),
      ', down 20',
      'Change: Down 20 from the week before',
    ],
    [
      'a change that may be due to chance',
      makeCounts(6, 2, 2),
      makeCounts(7, 2, 1),
      '',
      'Change: +20 from the week before, which may be due to chance',
    ],
    ['no change', makeCounts(6, 2, 2), makeCounts(12, 4, 4), '', 'Change: Unchanged from the week before'],
    [
      'that the week before has no score',
      makeCounts(6, 2, 1),
      makeCounts(7, 2, 1),
      '',
      'Change: The week before had too few calls for a score',
    ],
  ])('reports %s', (_case, previousCounts, currentCounts, change, line) => {
    const mail = renderMail(makeSampleLetter({ previousCounts, counts: currentCounts }));
    expect(mail.subject).toMatch(new RegExp(`^Customer happiness last week: \\+\\d+${change}$`));
    expect(mail.text).toContain(`\n${line}\n`);
  });

  it.each([
    ['no_answer', null, 'No answer.'],
    ['still_unhappy', new Date('2026-11-20T15:00:00Z'), 'Still unhappy.'],
    ['called_back', new Date('2026-11-20T23:00:00Z'), 'Called back Fri, Nov 20, 6:00 PM EST.'],
    [null, null, 'Not called back yet.'],
  ] as const)('shows how a promise with the outcome %s ended', (outcome, calledBackAt, expectedText) => {
    const letter = makeSampleLetter();
    const brokenItems = letter.promises.brokenItems.map((promise) => ({ ...promise, outcome, calledBackAt }));
    const { text } = renderMail({ ...letter, promises: { ...letter.promises, brokenItems } });
    expect(text).toContain(`Due by Fri, Nov 20, 5:00 PM EST. ${expectedText}`);
  });

  it('escapes untrusted text and keeps it on one line', () => {
    const maliciousText = '"><img src=x onerror=alert(1)>\r\n\u202Eevil';
    const letter = makeSampleLetter();
    const { html, text } = renderMail({
      ...letter,
      unhappy: letter.unhappy.map((customer) => ({
        ...customer,
        customerName: maliciousText,
        quote: { text: maliciousText, startMs: 0 },
      })),
    });
    expect(html).not.toContain('<img');
    expect(text).toContain('"><img src=x onerror=alert(1)> evil');
    expect(text).not.toContain('\u202E');
  });

  it('stays below the size at which Gmail clips emails', () => {
    const letter = makeSampleLetter();
    const unhappy = Array.from({ length: 10 }, () => ({ ...letter.unhappy[0]!, customerName: 'Dana '.repeat(500) }));
    const brokenItems = Array.from({ length: 10 }, () => ({
      ...letter.promises.brokenItems[0]!,
      promise: 'Call. '.repeat(5_000),
    }));
    const { html } = renderMail({ ...letter, unhappy, promises: { ...letter.promises, brokenItems } });
    expect(Buffer.byteLength(html)).toBeLessThan(102_400);
  });
});
