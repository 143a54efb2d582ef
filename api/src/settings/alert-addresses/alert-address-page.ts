import { html } from '@ringwell/platform/html';

import { page } from '../../auth/pages/page';
import type { AlertResponse, LinkedAlertAddress } from './alert-addresses.service';

interface PageButton {
  response: AlertResponse;
  text: string;
  style: 'button' | 'button quiet';
}

const ALERT_DESCRIPTION =
  'Call alerts are summaries of phone calls with customers, including their names and numbers, and lists of ' +
  'customers who are waiting for a call.';

/** Renders a page that changes nothing until a button is clicked, because mail scanners also open links. */
export function alertAddressPage(productName: string, token: string, linkedAddress: LinkedAlertAddress): string {
  const { title, message, buttons } = pageContent(linkedAddress);
  const main = buttons.reduce(
    (content, { response, text, style }) => html`${content}
<form method="post" action="/api/alert-addresses/${token}">
<input type="hidden" name="response" value="${response}">
<button class="${style}" type="submit">${text}</button>
</form>`,
    html`<p role="status">${message}</p>`,
  );
  return page({ productName, title, main });
}

function pageContent({ state, address, account }: LinkedAlertAddress): {
  title: string;
  message: string;
  buttons: PageButton[];
} {
  const confirm = { response: 'confirm', text: 'Send me alerts', style: 'button' } as const;
  const decline = { response: 'decline', text: 'Not me, stop asking', style: 'button quiet' } as const;
  switch (state) {
    case 'waiting':
      return {
        title: 'Get call alerts?',
        message: `${account} would like to send call alerts to ${address}. ${ALERT_DESCRIPTION}`,
        buttons: [confirm, decline],
      };
    case 'confirmed':
      return {
        title: "You're getting call alerts",
        message: `${account} sends call alerts to ${address}. Every alert has a link to unsubscribe.`,
        buttons: [{ ...decline, text: 'Stop these alerts' }],
      };
    case 'declined':
      return {
        title: "You won't get call alerts",
        message: `${account} doesn't send call alerts to ${address}, and we won't ask again.`,
        buttons: [{ ...confirm, style: 'button quiet' }],
      };
  }
}
