import { Html, html } from '@ringwell/platform/html/html';

import type { MailDraft, MailOccasion } from './email.draft';
import { MAIL_STYLE, styles, type MailStyles } from './email.style';

// Invisible characters that keep the text after the summary out of the inbox preview.
const FILLER = new Html('&#847;&zwnj;&nbsp;'.repeat(60));

/**
 * Renders an email as HTML. Mail programs need tables and inline styles; the style sheet only adds dark colors and
 * narrow screens. It loads nothing, so it looks the same with images off and cannot track who reads it.
 */
export function mailPage(draft: MailDraft, { productName, unsubscribeUrl }: MailOccasion): string {
  const { look } = draft;
  const style = styles(look);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${draft.title}</title>
${MAIL_STYLE}
</head>
<body class="page" style="${style.page}">
<div style="${style.preview}">${draft.summary}${FILLER}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.page}"><tr><td class="around" align="center" style="${style.around}">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="${style.column}">
<tr><td class="text" style="${style.brand}">${productName}</td></tr>
<tr><td class="card ${look}-card" style="${style.card}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="head ${look}-head" style="${style.head}">
<span class="badge ${look}-badge" style="${style.badge}">${draft.label}</span>
<h1 class="text ${look}-title" style="${style.title}">${draft.title}</h1>
</td></tr>
<tr><td class="body" style="${style.body}">
${factsTable(draft, style)}<p class="text" style="${style.summary}">${draft.summary}</p>
${keyPointList(draft, style)}${followUpBox(draft, style)}<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" align="center" style="${style.button}">
<a class="button-text" href="${draft.link.url}" style="${style.buttonText}">${draft.link.text}</a></td></tr></table>
</td></tr>
</table>
</td></tr>
<tr><td class="muted" style="${style.footer}">${draft.reason}<br>
<a class="muted" href="${unsubscribeUrl}" style="${style.footerLink}">Unsubscribe</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text;
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

function joined(parts: readonly Html[]): Html {
  return new Html(parts.map(({ text }) => text).join(''));
}
