import { badgeOf } from './activity-badge';

it.each([
  ['User created', 'New'],
  ['Token generated', 'New'],
  ['Settings updated', 'Update'],
  ['Token deleted', 'Removed'],
  ['Tokens revoked', 'Removed'],
  ['Signed in', 'Action'],
])('%s is %s', (action, word) => {
  expect(badgeOf({ action }).word).toBe(word);
});

it.each([
  ['new', 'New'],
  ['update', 'Update'],
  ['removed', 'Removed'],
  ['action', 'Action'],
] as const)('a kind counts more than the words: %s is %s', (kind, word) => {
  expect(badgeOf({ action: 'Nobody knows', kind }).word).toBe(word);
});
