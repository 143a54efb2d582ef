import { activityKind } from './activity';

it.each([
  ['User created', 'new'],
  ['Token generated', 'new'],
  ['CREATED', 'new'],
  ['Settings updated', 'update'],
  ['Call edited', 'action'],
  ['User deleted', 'removed'],
  ['Tokens revoked', 'removed'],
  ['Signed in', 'action'],
  ['User activated', 'action'],
  ['Subscription canceled', 'action'],
  ['', 'action'],
])('classifies %j as %s', (action, kind) => {
  expect(activityKind(action)).toBe(kind);
});
