import { html } from '@ringwell/platform/html/html';

import { page } from './page';

export interface SignInForm {
  productName: string;
  returnTo: string;
  email?: string;
  error?: string;
  providerName: string | null;
}

export function signInPage({ productName, returnTo, email = '', error, providerName }: SignInForm): string {
  const described = error === undefined ? null : html` aria-invalid="true" aria-describedby="error"`;
  // Focus the first field to fill in; after a failed attempt, the password.
  const focus = html` autofocus`;
  return page({
    productName,
    title: error === undefined ? 'Sign in' : 'Sign in again',
    main: html`
${error === undefined ? null : html`<p class="alert" id="error" role="alert">${error}</p>`}
<form method="post" action="/api/login/local">
<input type="hidden" name="returnTo" value="${returnTo}">
<div class="field"><label for="email">Email address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" maxlength="320" required${described}${email === '' ? focus : null}></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}${email === '' ? null : focus}></div>
<button type="submit">Sign in</button>
</form>
${providerName === null ? null : html`<a class="button quiet" href="/api/login?returnTo=${encodeURIComponent(returnTo)}">Sign in with ${providerName}</a>`}`,
  });
}
