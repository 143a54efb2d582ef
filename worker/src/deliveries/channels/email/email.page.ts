import { html, type Html } from '@ringwell/platform/html/html';
import { button, framedPage, joined, textLinks } from '@ringwell/platform/mail/mail-page';
import { styles, type MailStyles } from '@ringwell/platform/mail/mail-style';

import { TAKE_TEXT } from '../../delivery-channel';
import type { MailDraft, MailOccasion } from './email.draft';

/** Renders an alert about a call as HTML. */
export function mailPage(draft: MailDraft, occasion: MailOccasion): string {
  const { title, look, label, summary, link, reason } = draft;
  const style = styles(look);
  const body = html`${factsTable(draft, style)}<p class="text" style="${style.summary}">${inLines(summary)}</p>
${keyPointList(draft, style)}${followUpBox(draft, style)}${callBackBox(draft, style)}${button(link, style)}`;
  return framedPage({ title, look, label, preview: summary.join(' '), body, reason }, occasion);
}

function inLines(lines: readonly string[]): Html {
  return joined(lines.map((line, at) => html`${at === 0 ? null : html`<br>`}${line}`));
}

function factsTable({ facts }: MailDraft, style: MailStyles): Html | null {
  if (facts.length === 0) return null;
  const rows = facts.map(({ name, value, url }) => {
    const shown =
      url === undefined ? value : html`<a class="text" href="${url}" style="${style.factLink}">${value}</a>`;
    return html`<tr><th class="muted" align="left" scope="row" style="${style.factName}">${name}</th><td class="text" style="${style.fact}">${shown}</td></tr>`;
  });
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.facts}">${joined(rows)}</table>
`;
}

function keyPointList({ keyPoints }: MailDraft, style: MailStyles): Html | null {
  if (keyPoints.length === 0) return null;
  return html`<ul class="text" style="${style.list}">${joined(keyPoints.map((point) => html`<li style="${style.item}">${point}</li>`))}</ul>
`;
}

function followUpBox({ followUp }: MailDraft, style: MailStyles): Html | null {
  if (followUp === null) return null;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.followUpTable}"><tr><td class="follow-up" style="${style.followUp}">
<p class="text" style="${style.followUpText}"><b>${followUp}</b></p></td></tr></table>
`;
}

function callBackBox({ callBack }: MailDraft, style: MailStyles): Html | null {
  if (callBack === null) return null;
  const { text, url, takeUrl } = callBack;
  const links = [
    ...(url === null ? [] : [{ url, text: 'Open the follow-up' }]),
    ...(takeUrl === null ? [] : [{ url: takeUrl, text: TAKE_TEXT }]),
  ];
  return html`<p class="text" style="${style.callBack}"><b>${text}</b>${links.length > 0 ? html`<br>` : null}${textLinks(links, style)}</p>
`;
}
