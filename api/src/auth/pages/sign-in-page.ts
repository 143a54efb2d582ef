import { html } from '@ringwell/platform/html/html';

import { page } from './page';

export interface SignInForm {
  productName: string;
  /** A local path. */
  returnTo: string;
  /** What was typed before, when the form is shown again. */
  email?: string;
  /** What was wrong with it. */
  refusal?: string;
  /** The other way to sign in; null when there is none. */
  providerName: string | null;
}

/** The page on which people sign in with e-mail and password. */
export function signInPage({ productName, returnTo, email = '', refusal, providerName }: SignInForm): string {
  const described = refusal === undefined ? null : html` aria-invalid="true" aria-describedby="refusal"`;
  // The field to go on with has the focus: after a refusal that is the password.
  const focus = html` autofocus`;
  return page({
    productName,
    title: refusal === undefined ? 'Sign in' : 'Sign in again',
    main: html`
${refusal === undefined ? null : html`<p class="alert" id="refusal" role="alert">${refusal}</p>`}
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
