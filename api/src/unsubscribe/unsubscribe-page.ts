import { html } from '@ringwell/platform/html/html';

import { page } from '../auth/pages/page';
import type { MailSubscriptionDto } from './unsubscribe.dto';

/** The page that a link in a mail opens. Programs that look through mails open links, too, so opening it changes nothing. */
export function unsubscribePage({
  productName,
  token,
  subscription: { isSubscribed, message },
  isDecided,
}: {
  productName: string;
  token: string;
  subscription: MailSubscriptionDto;
  /** Whether somebody has just said what they want. */
  isDecided: boolean;
}): string {
  const wish = isSubscribed
    ? { action: 'unsubscribe', text: 'Unsubscribe', look: isDecided ? 'button quiet' : 'button' }
    : { action: 'subscribe', text: 'Subscribe again', look: 'button quiet' };
  return page({
    productName,
    title: titleOf(isSubscribed, isDecided),
    main: html`<p role="status">${message}</p>
<form method="post" action="/api/unsubscribe/${token}">
<input type="hidden" name="action" value="${wish.action}">
<button class="${wish.look}" type="submit">${wish.text}</button>
</form>`,
  });
}

function titleOf(isSubscribed: boolean, isDecided: boolean): string {
  if (!isSubscribed) return 'You are unsubscribed';
  return isDecided ? 'You are subscribed again' : 'Stop these mails?';
}
