import { html } from '@ringwell/platform/html';

import { page } from '../auth/pages/page';
import type { MailSubscriptionDto } from './unsubscribe.dto';

/** Renders a page that changes nothing until the button is clicked, because mail scanners also open links. */
export function unsubscribePage({
  productName,
  token,
  subscription: { isSubscribed, message },
  isUpdated,
}: {
  productName: string;
  token: string;
  subscription: MailSubscriptionDto;
  isUpdated: boolean;
}): string {
  const button = isSubscribed
    ? { action: 'unsubscribe', text: 'Unsubscribe', style: isUpdated ? 'button quiet' : 'button' }
    : { action: 'subscribe', text: 'Subscribe again', style: 'button quiet' };
  return page({
    productName,
    title: pageTitle(isSubscribed, isUpdated),
    main: html`<p role="status">${message}</p>
<form method="post" action="/api/unsubscribe/${token}">
<input type="hidden" name="action" value="${button.action}">
<button class="${button.style}" type="submit">${button.text}</button>
</form>`,
  });
}

function pageTitle(isSubscribed: boolean, isUpdated: boolean): string {
  if (!isSubscribed) return "You're unsubscribed";
  return isUpdated ? "You're subscribed again" : 'Unsubscribe?';
}
