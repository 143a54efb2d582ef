import { formatPhone } from './phone';

it.each([
  ['+15550100142', '(555) 010-0142'],
  ['5550100142', '(555) 010-0142'],
  ['+442079460958', '+442079460958'],
  ['sip:+15550100142@10.20.30.40:5060', '(555) 010-0142'],
  ['sip:dana@example.com', 'sip:dana@example.com'],
  ['anonymous', 'Caller ID withheld'],
  ['sip:Anonymous@10.20.30.40', 'Caller ID withheld'],
  ['+266696687', 'Caller ID withheld'],
  ['Private', 'Caller ID withheld'],
  ['101', '101'],
])('formats %s as %s', (phone, formatted) => {
  expect(formatPhone(phone)).toBe(formatted);
});
