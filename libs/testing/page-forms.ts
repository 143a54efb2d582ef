const [token, password, email] = ['x'.repeat(43), 'four quiet copper kettles', 'dana@reyes-hvac.example'];
const names = { firstName: 'Dana', lastName: 'Reyes' };
// Forms of pages, which the OpenAPI document doesn't list. Some have their token in the path.
const FORMS: Record<string, Record<string, string>> = {
  '/api/alert-addresses/{token}': { token, response: 'confirm' },
  '/api/follow-up-links/{token}': { token, name: 'Dana Reyes' },
  '/api/invitations': { token },
  '/api/invitations/sign-up': { token, password, ...names },
  '/api/login/link': { token },
  '/api/password/forgot': { email },
  '/api/password/reset': { token, newPassword: password },
  '/api/sign-up': { ...names, company: 'Reyes HVAC', email, password, returnTo: '/calls' },
  '/api/sign-up/confirm': { token, password },
};

export const PAGE_FORM_PATHS = Object.keys(FORMS);

/** Replaces each field of a page's form with each of the texts, one field at a time. */
export function makePageForms(path: string, texts: readonly string[]): { path: string; form: URLSearchParams }[] {
  return Object.keys(FORMS[path] ?? {}).flatMap((name) =>
    texts.map((text) => {
      const form = new URLSearchParams({ ...FORMS[path], [name]: text });
      return { path: path.replace('{token}', () => encodeURIComponent(form.get('token') ?? '')), form };
    }),
  );
}
