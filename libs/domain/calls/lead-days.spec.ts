import { describeLeadDays } from './lead-days';

const makeCall = (...lines: [speaker: 'agent' | 'customer', text: string][]): Parameters<typeof describeLeadDays>[0] =>
  lines.map(([speaker, text]) => ({ speaker, text }));

describe('describeLeadDays', () => {
  it.each([
    [
      'wanted Saturday, we had Monday',
      makeCall(
        ['customer', 'Could somebody come out Saturday?'],
        ['agent', "We're booked on Saturday, but the earliest I have is Monday."],
        ['customer', "Monday doesn't work for me. I'll call around."],
      ),
    ],
    [
      'wanted today, we had Thursday',
      makeCall(
        ['customer', 'I need someone today.'],
        ['agent', "We don't have anything until Thursday."],
        ['customer', 'No, thanks.'],
      ),
    ],
    [
      'wanted this weekend',
      makeCall(['customer', 'Are you available this weekend?'], ['agent', 'We are closed then.']),
    ],
    [null, makeCall(['customer', 'It broke on Sunday.'], ['agent', 'I could do Tuesday.'])],
    [null, makeCall(['customer', 'I am free Tuesday or Friday.'], ['agent', 'The earliest is next month.'])],
    [null, makeCall(['customer', "I can't do Saturday."], ['agent', 'We could come Saturday.'])],
    [null, makeCall(['customer', 'What is your price?'], ['agent', 'It depends.'])],
  ])('returns %j for %j', (expected, segments) => expect(describeLeadDays(segments)).toBe(expected));
});
