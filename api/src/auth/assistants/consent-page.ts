import type { Config } from '@ringwell/platform/config/environment-settings';
import { html } from '@ringwell/platform/html';

import { page } from '../pages/page';

export interface ConsentDetails {
  /** The app's self-reported name. */
  appName: string;
  /** Where the browser returns after consent: the host of the registered URI, or "this computer". */
  host: string;
  accountName: string;
  accountId: string;
  canWrite: boolean;
  action: string;
}

export function consentPage(
  { PRODUCT_NAME: productName }: Pick<Config, 'PRODUCT_NAME'>,
  { appName, host, accountName, accountId, canWrite, action }: ConsentDetails,
): string {
  return page({
    productName,
    title: `Connect ${appName}?`,
    main: html`
<p><strong>${appName}</strong> on <strong>${host}</strong> wants access to the account <strong>${accountName}</strong>.</p>
<p>It will be able to read calls, transcripts, customers and follow-ups, and everything it reads is sent to its provider. This app hasn't been verified, so only connect it if you started this yourself.</p>
<form method="post" action="${action}">
<input type="hidden" name="accountId" value="${accountId}">
<button type="submit" name="choice" value="read">Allow reading</button>
${canWrite ? html`<button type="submit" name="choice" value="write">Allow reading, plus taking and closing follow-ups</button>\n` : null}<button class="quiet" type="submit" name="choice" value="no">Don't allow</button>
</form>
<p class="hint">You can disconnect it at any time under Your account. It is also disconnected when you change your password, sign out everywhere else, or leave the account.</p>`,
  });
}
