import { html, joinHtml, type Html } from '@ringwell/platform/html';
import { renderButtonRow, renderMailPage, renderTextLinks } from '@ringwell/platform/mail/mail-page';
import { getMailStyles, type MailStyles } from '@ringwell/platform/mail/mail-style';

import { followUpLinks } from '../../delivery-channel';
import type { OverdueDigest, OverdueItem } from '../../overdue-digest';
import { moreText, truncateDigest } from '../../truncate-digest';
import type { MailContext } from './email.draft';
import { getAccountName, type MailContent } from './email.message';

const MAIL_THEME = 'negative';

/** @param isListed whether the recipient was entered for digests, not just for emails about unhappy customers */
export function digestEmail(digest: OverdueDigest, context: MailContext, isListed: boolean): MailContent {
  const { title, items, link } = truncateDigest(digest);
  const moreLine = moreText(digest);
  const reason = isListed
    ? `You're getting this because ${context.recipient} is on ${getAccountName(context)}'s list for overdue follow-ups.`
    : `You're getting this because ${context.recipient} gets ${getAccountName(context)}'s emails about unhappy customers.`;
  const style = getMailStyles(MAIL_THEME);
  const body = html`${joinHtml(items.map((item) => itemBox(item, style)))}${moreLine === null ? null : html`<p class="text" style="${style.summary}">${moreLine}</p>\n`}${renderButtonRow([link], style)}`;
  const preview = items.map(({ who }) => who).join(', ');
  return {
    context,
    subject: title,
    text: [
      title,
      '',
      ...items.flatMap((item) => [...itemLines(item), '']),
      ...(moreLine === null ? [] : [moreLine, '']),
      `${link.text}: ${link.url}`,
      '',
      '-- ',
      reason,
      `Unsubscribe: ${context.unsubscribeUrl}`,
      '',
    ].join('\n'),
    html: renderMailPage({ title, theme: MAIL_THEME, label: 'Overdue', preview, body, reason }, context),
  };
}

function itemLines({ who, phone, why, delay, handler, url, takeUrl }: OverdueItem): string[] {
  return [
    phone === null ? who : `${who}, ${phone}`,
    why,
    `${delay}. ${handler}.`,
    ...followUpLinks({ url, takeUrl }).map((link) => `${link.text}: ${link.url}`),
  ];
}

function itemBox({ who, phone, why, delay, handler, url, takeUrl }: OverdueItem, style: MailStyles): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.followUpTable}"><tr><td class="follow-up" style="${style.followUp}">
<h2 class="text" style="${style.followUpTitle}">${phone === null ? who : `${who}, ${phone}`}</h2><p class="text" style="${style.followUpText}">${why}<br><b>${delay}.</b> ${handler}.<br>${renderTextLinks(followUpLinks({ url, takeUrl }), style)}</p></td></tr></table>
`;
}
