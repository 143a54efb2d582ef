import { userDisplayName } from './user-display-name';

describe('userDisplayName', () => {
  it.each([
    [{ email: 'dana@example.com', firstName: 'Dana', lastName: 'Reyes' }, 'dana@example.com'],
    [{ email: null, firstName: 'Dana', lastName: 'Reyes' }, 'Dana Reyes'],
    [{ email: null, firstName: null, lastName: 'Reyes' }, 'Reyes'],
    [{ email: null, firstName: '', lastName: null }, 'Unnamed user'],
  ])('given %j, returns %j', (person, name) => {
    expect(userDisplayName(person)).toBe(name);
  });
});
