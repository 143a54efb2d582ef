import { html, joinHtml, type Html } from '@ringwell/platform/html';
import { renderButtonRow, renderFactsTable, renderMailPage, renderTextLinks } from '@ringwell/platform/mail/mail-page';
import { getMailStyles, type MailStyles } from '@ringwell/platform/mail/mail-style';

import { followUpLinks } from '../../delivery-channel';
import type { MailDraft, MailContext } from './email.draft';

/** Renders an alert about a call as HTML. */
export function mailPage(draft: MailDraft, context: MailContext): string {
  const { title, look, label, flags, lead, remainingLines, reason } = draft;
  const style = getMailStyles(look);
  const body = html`${
    flags.length > 0
      ? html`<p dir="auto" class="text" style="${style.summary}"><b>${joinLines(flags)}</b></p>
`
      : null
  }<p dir="auto" class="text" style="${style.summary}">${joinLines(lead)}</p>
${followUpBox(draft, style)}${actionLinks(draft, style)}${remainingLines.length > 0 ? html`<p dir="auto" class="text" style="${style.summary}">${joinLines(remainingLines)}</p>` : null}${keyPointList(draft, style)}${renderFactsTable(draft.facts, style)}`;
  return renderMailPage(
    { title, theme: look, label, preview: [...flags, ...lead, ...remainingLines].join(' '), body, reason },
    context,
  );
}

function joinLines(lines: readonly string[]): Html {
  return joinHtml(lines.map((line, index) => html`${index === 0 ? null : html`<br>`}${line}`));
}

function keyPointList({ keyPoints }: MailDraft, style: MailStyles): Html | null {
  if (keyPoints.length === 0) return null;
  return html`<ul class="text" style="${style.list}">${joinHtml(keyPoints.map((point) => html`<li dir="auto" style="${style.item}">${point}</li>`))}</ul>
`;
}

// Shows the next step and its deadline.
function followUpBox({ followUp, callBack }: MailDraft, style: MailStyles): Html | null {
  if (followUp === null && callBack === null) return null;
  const lines = [
    ...(followUp === null ? [] : [html`<b>${followUp}</b>`]),
    ...(callBack === null ? [] : [html`${callBack.text}`]),
  ];
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.followUpTable}"><tr><td class="follow-up" style="${style.followUp}">
<p class="text" style="${style.followUpText}">${joinHtml(lines.map((line, index) => html`${index === 0 ? null : html`<br>`}${line}`))}</p></td></tr></table>
`;
}

// The buttons for taking the follow-up and calling come first. Without them, the link to the call is shown as a button.
function actionLinks({ callBack, callUrl, link }: MailDraft, style: MailStyles): Html {
  const { url = null, takeUrl = null } = callBack ?? {};
  const buttons = [
    ...followUpLinks({ url: null, takeUrl }),
    ...(callUrl === null ? [] : [{ url: callUrl, text: 'Call' }]),
  ];
  const links = followUpLinks({ url, takeUrl: null });
  if (buttons.length === 0) return html`${renderButtonRow([link], style)}${linkLine(links, style)}`;
  return html`${renderButtonRow(buttons, style)}${linkLine([link, ...links], style)}`;
}

function linkLine(links: readonly { url: string; text: string }[], style: MailStyles): Html | null {
  if (links.length === 0) return null;
  return html`<p class="text" style="${style.links}">${renderTextLinks(links, style)}</p>
`;
}
