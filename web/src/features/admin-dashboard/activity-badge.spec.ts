import { activityBadge } from './activity-badge';

it.each([
  ['User created', 'New'],
  ['Token generated', 'New'],
  ['Settings updated', 'Update'],
  ['Token deleted', 'Removed'],
  ['Tokens revoked', 'Removed'],
  ['Signed in', 'Action'],
])('shows the action %s with the badge %s', (action, label) => {
  expect(activityBadge({ action }).label).toBe(label);
});

it.each([
  ['new', 'New'],
  ['update', 'Update'],
  ['removed', 'Removed'],
  ['action', 'Action'],
] as const)('prefers the kind over the action: shows %s with the badge %s', (kind, label) => {
  expect(activityBadge({ action: 'Something else', kind }).label).toBe(label);
});
