import { findPasswordProblem } from './password-strength';

const RULES = { minLength: 6, email: 'dana.reyes@reyes-hvac.example', productName: 'Ringwell' };

describe('findPasswordProblem', () => {
  it.each([
    '123456',
    'password',
    'PassWord',
    'p a s s w o r d',
    '      ',
    'aaaaaaaa',
    'abababab',
    'abcdefghijkl',
    '98765432',
    'qwerty123',
    'dragon2024!',
    '!!monkey!!',
    'Ringwell',
    'ringwell2026',
    '\uFF30assword',
  ])('rejects %j as too common', async (password) => {
    expect(await findPasswordProblem(password, RULES)).toMatch(/^This password is too common/);
  });

  it.each(['dana.reyes@reyes-hvac.example', 'Dana.Reyes', 'dana.reyes1', ' Dana.Reyes@reyes-hvac.example'])(
    'rejects %j, which is the email address or its local part',
    async (password) => {
      expect(await findPasswordProblem(password, RULES)).toMatch(/^Your email address is easy to guess/);
    },
  );

  it.each(['four quiet copper kettles', 'sixsix-bells', 'kX7%pq', 'Größe der Öfen', 'dragon breath over the lake'])(
    'accepts %j',
    async (password) => {
      expect(await findPasswordProblem(password, RULES)).toBeUndefined();
    },
  );

  it("requires the installation's minimum length, and never less than the product's minimum", async () => {
    expect(await findPasswordProblem('kX7%pqWm', { ...RULES, minLength: 12 })).toBe(
      'Password must be at least 12 characters',
    );
    expect(await findPasswordProblem('kX7%p', { ...RULES, minLength: 1 })).toBe(
      'Password must be at least 6 characters',
    );
  });

  it('skips the email check when the user has no email address', async () => {
    expect(await findPasswordProblem('dana.reyes1', { ...RULES, email: null })).toBeUndefined();
  });
});
