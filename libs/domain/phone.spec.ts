import { formatPhone } from './phone';

it.each([
  ['+15550100142', '(555) 010-0142'],
  ['5550100142', '(555) 010-0142'],
  ['+442079460958', '+442079460958'],
  ['anonymous', 'anonymous'],
])('formats %s as %s', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown);
});
