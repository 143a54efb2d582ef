import { plural } from './plural';

it('rounds before choosing between singular and plural', () => {
  expect([0, 1.2, 1_199.5].map((count) => plural(count, 'minute'))).toEqual(['0 minutes', '1 minute', '1,200 minutes']);
});
