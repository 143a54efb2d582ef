import { hideDetails } from './hide-details';

const PHONES = { phoneNumbers: true, names: false, addresses: false };
const NAMES = { phoneNumbers: false, names: true, addresses: false };
const ADDRESSES = { phoneNumbers: false, names: false, addresses: true };
const HIDE_ALL = { phoneNumbers: true, names: true, addresses: true };
const PEOPLE = { customers: ['Dana Whitfield'], agent: 'Paul Ruiz' };

describe('hideDetails: phone numbers', () => {
  it.each([
    ['Call back at 512-555-0142.', 'Call back at [phone number].'],
    ['Her cell is (512) 555-0142, after 5 PM.', 'Her cell is [phone number], after 5 PM.'],
    ['Reach him at 512.555.0142', 'Reach him at [phone number]'],
    ['Call +1 512 555 0142 today', 'Call [phone number] today'],
    ['Call 1-800-555-0199.', 'Call [phone number].'],
    ['Her number is 5125550142.', 'Her number is [phone number].'],
    ['The office line is +44 20 7946 0958.', 'The office line is [phone number].'],
    ['five one two five five five oh one four two', '[phone number]'],
    ['Five one two, five five five, zero one four two.', '[phone number].'],
    ["It's five one two, five five five, double oh, four two", "It's [phone number]"],
    ['Call me at 555-0142.', 'Call me at [phone number].'],
    ['My number is 555 0142', 'My number is [phone number]'],
    ['five five five oh one four two', '[phone number]'],
    ['Numbers: 512-555-0142, 512-555-0143', 'Numbers: [phone number], [phone number]'],
    ['Text 512 555 0142 or 512 555 0199', 'Text [phone number] or [phone number]'],
    ['Call five one two five five five 0142', 'Call [phone number]'],
    ['(555) 010-0142 called', '[phone number] called'],
    ['Her cell is five one two, five five five, zero one nine nine', 'Her cell is [phone number]'],
    ['call (737) 555-1234 ext. 12', 'call [phone number] ext. 12'],
  ])('hides the number in %s', (text, hidden) => {
    expect(hideDetails(text, PHONES, PEOPLE)).toBe(hidden);
  });

  it.each([
    'Job number 5125550142 is open.',
    'Job 4471 is done.',
    'Invoice 555-0142 is unpaid.',
    'Order #512-555-0142 shipped.',
    'The model number is 581 555 0142.',
    'Serial number 2019 555 0142.',
    'The price is $1,250.00.',
    'It costs 512 dollars and 50 cents.',
    'On 2026-11-25 at 10:12 AM.',
    'Between 11/25/2026 and 12/01/2026.',
    'From 8 AM to 12 PM.',
    'A 50 gallon tank and a 3 ton unit.',
    'The ZIP code is 78701-1234.',
    'Confirmation number 5550142.',
    'The meter reads 5550142.',
    'In 2019 and 2026.',
    'Two technicians, one van, three hours.',
    'Account number 5550142 was charged.',
    'PO 512-555-0142 was approved.',
    'The estimate was 1,500,000 dollars.',
    'Call back within 30 minutes, 2 times.',
    'Quote 20451: 3 zones, SEER 16, $12,450.00 total, due 12/01/2026.',
    'They waited from 9:00 AM to 1:30 PM, 4 hours 30 minutes.',
    'The code is 5551234.',
    'Part number 58STA090-14114.',
  ])('leaves "%s" unchanged', (text) => {
    expect(hideDetails(text, PHONES, PEOPLE)).toBe(text);
  });
});

describe('hideDetails: names', () => {
  it.each([
    ['Dana Whitfield wants a refund.', '[name] wants a refund.'],
    ['Dana called. Whitfield is upset.', '[name] called. [name] is upset.'],
    ["Dana's furnace is out.", "[name]'s furnace is out."],
    ['Mrs. Whitfield asked for Paul.', 'Mrs. [name] asked for Paul.'],
    ['DANA WHITFIELD is upset', '[name] is upset'],
    ['dana whitfield called about a leak', '[name] called about a leak'],
    ['My name is Karen Miller.', 'My name is [name].'],
    ['The account is under the name Ortiz.', 'The account is under the name [name].'],
    ['Customer Karen Miller called.', 'Customer [name] called.'],
    ['It is for Mr. Okafor.', 'It is for Mr. [name].'],
    ['The customer, Mr. Whitfield, paid.', 'The customer, Mr. [name], paid.'],
    ['Paul Ruiz told Dana to wait.', 'Paul Ruiz told [name] to wait.'],
  ])('hides the name in %s', (text, hidden) => {
    expect(hideDetails(text, NAMES, PEOPLE)).toBe(hidden);
  });

  it.each([
    ['Jose Garcia', 'José García llamó.', '[name] llamó.'],
    ['José García', 'Ask Jose\u0301 about Garcia.', 'Ask [name] about [name].'],
    [
      "Erin O'Brien",
      'Mrs. O’Brien is upset. O’Brien’s furnace is out.',
      'Mrs. [name] is upset. [name]’s furnace is out.',
    ],
    ['김민수', 'Please call 김민수 back.', 'Please call [name] back.'],
  ])('hides %s regardless of spelling: %s', (name, text, hidden) => {
    expect(hideDetails(text, NAMES, { customers: [name] })).toBe(hidden);
  });

  it('treats a name that is also a word as a word at the start of a sentence', () => {
    const people = { customers: ['Will Price'] };
    expect(hideDetails('We told Will to wait.', NAMES, people)).toBe('We told [name] to wait.');
    expect(hideDetails('Will Price is upset.', NAMES, people)).toBe('[name] is upset.');
    for (const text of ['Will call back. The price is high.', 'Price: $99.', 'They will come.'])
      expect(hideDetails(text, NAMES, people)).toBe(text);
  });

  it.each([
    'Paul Ruiz will come.',
    'My name is Paul, how can I help?',
    'Customer Service called.',
    'Customer wants a refund.',
    'Caller asked about a Danaher pump.',
    'The furnace is out.',
  ])('leaves "%s" unchanged', (text) => {
    expect(hideDetails(text, NAMES, PEOPLE)).toBe(text);
  });

  it('leaves names unchanged when no customer is known', () => {
    expect(hideDetails('Dana called.', NAMES, { customers: [null] })).toBe('Dana called.');
  });
});

describe('hideDetails: street addresses', () => {
  it.each([
    ['He lives at 4211 Oak Street.', 'He lives at [address].'],
    ['Come to 12 W. Maple Ave. today', 'Come to [address] today'],
    ['at 4211 Oak Street, apartment 4B, tomorrow', 'at [address], tomorrow'],
    ['4211 Oak Street #12', '[address]'],
    ['4211 Oak St, Suite 200, Austin, TX 78701.', '[address].'],
    ['4211 Oak St. Austin, Texas 78701-1234', '[address]'],
    ['1200 42nd Street North', '[address]'],
    ["1200 St. Mary's Drive", '[address]'],
    ['1200 Highway 71', '[address]'],
    ['forty-two eleven oak street', '[address]'],
    ['one two three main street unit five', '[address]'],
    ['It is four hundred Cedar Creek Lane.', 'It is [address].'],
    ['88 Martin Luther King Boulevard', '[address]'],
    ['42B Elm Court is locked', '[address] is locked'],
    ['Send it to P.O. Box 1234.', 'Send it to [address].'],
    ['The zip code is 78701.', 'The zip code is [address].'],
    ['Go from 10 Oak Road to 20 Elm Road', 'Go from [address] to [address]'],
    ['I live at twelve oh four pine ridge drive in round rock', 'I live at [address] in round rock'],
    ['at seven eighty two north lamar boulevard apartment two oh one', 'at [address]'],
    ['350 5th Avenue, New York, NY 10118', '[address]'],
  ])('hides the address in %s', (text, hidden) => {
    expect(hideDetails(text, ADDRESSES, PEOPLE)).toBe(hidden);
  });

  it.each([
    'The leak is on Oak Street.',
    'Two technicians on Oak Street.',
    'A 4 hour drive.',
    'Job 4471 Oak Street crew.',
    'We need 2 more trips that way.',
    '3 bedrooms in a nice place.',
    'The 50 gallon heater on the drive.',
    'It is $4,211 for the way back.',
    'On November 25 the street was closed.',
    'At 10:12 AM on Main Street.',
    '24 people in the court.',
    'Invoice 4211 Elm Court project.',
    'They came 2 times, what a way to work.',
    'He has 3 units, and the square one is leaking.',
    'In 2026 our street was paved.',
    'Unit 4 of building 12 has no heat.',
    'It takes 30 minutes from the north side to Oak Drive.',
  ])('leaves "%s" unchanged', (text) => {
    expect(hideDetails(text, ADDRESSES, PEOPLE)).toBe(text);
  });
});

describe('hideDetails', () => {
  const TEXT =
    'Dana Whitfield, 4211 Oak Street, Austin, TX 78701, call 512-555-0142 about job 4471 for $99 at 10:12 AM.';

  it('hides names, addresses and phone numbers, and nothing else', () => {
    expect(hideDetails(TEXT, HIDE_ALL, PEOPLE)).toBe(
      '[name], [address], call [phone number] about job 4471 for $99 at 10:12 AM.',
    );
  });

  it('does not hide anything by default, and leaves placeholders unchanged', () => {
    expect(hideDetails(TEXT, { phoneNumbers: false, names: false, addresses: false }, PEOPLE)).toBe(TEXT);
    const hidden = hideDetails(TEXT, HIDE_ALL, PEOPLE);
    expect(hideDetails(hidden, HIDE_ALL, PEOPLE)).toBe(hidden);
    expect(hideDetails('', HIDE_ALL, PEOPLE)).toBe('');
  });

  it.each([
    ['digits', '1 '],
    ['street numbers', '12 Oak '],
    ['capitals', 'Oak Street, Aa Aa Aa, '],
    ['names', 'Dana Whitfield my name is '],
    ['dashes', '512-555-'],
    ['spaces', '4211 Oak Street          '],
  ])('runs in linear time for %s', (_case, part) => {
    // If this took quadratic time, the test would exceed its time limit.
    expect(hideDetails(part.repeat(200_000 / part.length), HIDE_ALL, PEOPLE)).not.toBe('');
  });
});
