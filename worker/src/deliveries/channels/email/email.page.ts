import { Html, html } from '@ringwell/platform/html/html';

import { TAKE_TEXT } from '../../delivery-channel';
import type { MailDraft, MailOccasion } from './email.draft';
import { MAIL_STYLE, styles, type MailLook, type MailStyles } from './email.style';

// Invisible characters that keep the text after the summary out of the inbox preview.
const FILLER = new Html('&#847;&zwnj;&nbsp;'.repeat(60));

/** What every email has around its contents. */
export interface MailFrame {
  title: string;
  look: MailLook;
  label: string;
  /** Shown by inboxes next to the subject. */
  preview: string;
  body: Html;
  reason: string;
}

/** Renders an alert about a call as HTML. */
export function mailPage(draft: MailDraft, occasion: MailOccasion): string {
  const { title, look, label, summary, link, reason } = draft;
  const style = styles(look);
  const body = html`${factsTable(draft, style)}<p class="text" style="${style.summary}">${summary}</p>
${keyPointList(draft, style)}${followUpBox(draft, style)}${callBackBox(draft, style)}${button(link, style)}`;
  return framedPage({ title, look, label, preview: summary, body, reason }, occasion);
}

/**
 * Renders an email as HTML. Mail programs need tables and inline styles; the style sheet only adds dark colors and
 * narrow screens. It loads nothing, so it looks the same with images off and cannot track who reads it.
 */
export function framedPage(
  { title, look, label, preview, body, reason }: MailFrame,
  { productName, unsubscribeUrl }: MailOccasion,
): string {
  const style = styles(look);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
${MAIL_STYLE}
</head>
<body class="page" style="${style.page}">
<div style="${style.preview}">${preview}${FILLER}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.page}"><tr><td class="around" align="center" style="${style.around}">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="${style.column}">
<tr><td class="text" style="${style.brand}">${productName}</td></tr>
<tr><td class="card ${look}-card" style="${style.card}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="head ${look}-head" style="${style.head}">
<span class="badge ${look}-badge" style="${style.badge}">${label}</span>
<h1 class="text ${look}-title" style="${style.title}">${title}</h1>
</td></tr>
<tr><td class="body" style="${style.body}">
${body}
</td></tr>
</table>
</td></tr>
<tr><td class="muted" style="${style.footer}">${reason}<br>
<a class="muted" href="${unsubscribeUrl}" style="${style.footerLink}">Unsubscribe</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text;
}

export function button({ url, text }: { url: string; text: string }, style: MailStyles): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" align="center" style="${style.button}">
<a class="button-text" href="${url}" style="${style.buttonText}">${text}</a></td></tr></table>`;
}

/** Links in one line. */
export function textLinks(links: readonly { url: string; text: string }[], style: MailStyles): Html {
  return joined(
    links.map(({ url, text }) => html` <a class="text" href="${url}" style="${style.textLink}">${text}</a>`),
  );
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
  return html`<h2 class="text" style="${style.subtitle}">Key points</h2>
<ul class="text" style="${style.list}">${joined(keyPoints.map((point) => html`<li style="${style.item}">${point}</li>`))}</ul>
`;
}

function followUpBox({ followUp }: MailDraft, style: MailStyles): Html | null {
  if (followUp === null) return null;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.followUpTable}"><tr><td class="follow-up" style="${style.followUp}">
<h2 class="text" style="${style.followUpTitle}">Follow-up</h2><p class="text" style="${style.followUpText}">${followUp}</p></td></tr></table>
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

export function joined(parts: readonly Html[]): Html {
  return new Html(parts.map(({ text }) => text).join(''));
}
