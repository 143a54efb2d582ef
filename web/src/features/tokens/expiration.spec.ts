import { tokenExpiration } from './expiration';

const NOW = new Date('2026-11-20T12:00:00.000Z');

it.each([
  [null, { state: 'never' }],
  ['2026-11-20T12:00:00.000Z', { state: 'expired' }],
  ['2026-11-20T12:30:00.000Z', { state: 'soon', warning: 'Expires in less than an hour' }],
  ['2026-11-20T17:10:00.000Z', { state: 'soon', warning: 'Expires in 5 hours' }],
  ['2026-11-21T12:00:00.000Z', { state: 'soon', warning: 'Expires in 1 day' }],
  ['2026-11-23T11:55:00.000Z', { state: 'soon', warning: 'Expires in 3 days' }],
  ['2026-11-27T12:00:00.000Z', { state: 'soon', warning: 'Expires in 7 days' }],
  ['2026-11-27T12:00:00.001Z', { state: 'later' }],
])('classifies a token that expires at %s', (expiresAt, expiration) => {
  expect(tokenExpiration(expiresAt, NOW)).toEqual(expiration);
});
