import { activityKind } from './activity';

describe('activityKind', () => {
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
  ])('%s is %s', (action, kind) => {
    expect(activityKind(action)).toBe(kind);
  });
});
