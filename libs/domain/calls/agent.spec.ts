import { normalizeAgentName, suggestMember } from './agent';

const PAUL = { firstName: 'Paul', lastName: 'Reyes' };
const JOSE = { firstName: 'José', lastName: 'Ortiz' };
const MARY = { firstName: 'Mary Ann', lastName: 'Lake' };
const KIRAN = { firstName: 'किरण', lastName: null };
const UNNAMED = { firstName: null, lastName: null };

describe('agent names', () => {
  it.each([
    ['  Paul   Reyes ', 'Paul Reyes'],
    ['x'.repeat(200), 'x'.repeat(100)],
    [`${'x'.repeat(99)}🙂`, 'x'.repeat(99)],
    [' \t', null],
    [undefined, null],
  ])('normalizes %j to %j', (text, name) => {
    expect(normalizeAgentName(text)).toBe(name);
  });

  it.each([
    ['Paul', PAUL],
    ['paul reyes', PAUL],
    ['Paul R.', PAUL],
    ['Paul R', PAUL],
    ['Paul Rey.', PAUL],
    ['JOSE', JOSE],
    ['Mary Ann', MARY],
    ['किरण', KIRAN],
    ['करण', undefined],
    ['Paula', undefined],
    ['Paul Ryan', undefined],
    ['Paul S.', undefined],
    ['Reyes', undefined],
    ['', undefined],
  ])('looks for a member whose name matches %j', (name, member) => {
    expect(suggestMember(name, [PAUL, JOSE, MARY, KIRAN, UNNAMED])).toBe(member);
  });

  it('suggests no one when several members match', () => {
    const ryan = { firstName: 'Paul', lastName: 'Ryan' };
    expect(suggestMember('Paul', [PAUL, ryan])).toBeUndefined();
    expect(suggestMember('Paul R.', [PAUL, ryan])).toBeUndefined();
    expect(suggestMember('Paul Ryan', [PAUL, ryan])).toBe(ryan);
  });
});
