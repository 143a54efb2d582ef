import { activityKind, activityName } from './activity';

it.each([
  ['User created', 'new'],
  ['Token generated', 'new'],
  ['CREATED', 'new'],
  ['Settings updated', 'update'],
  ['User deleted', 'removed'],
  ['Tokens revoked', 'removed'],
  ['Signed in', 'action'],
  ['User activated', 'action'],
  ['Subscription cancelled', 'action'],
  ['', 'action'],
])('classifies %j as %s', (action, kind) => {
  expect(activityKind(action)).toBe(kind);
});

it('shows the corrected name of a stored action', () => {
  expect(activityName('Delivery sent again')).toBe('Resend requested');
});
