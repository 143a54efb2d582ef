import { Html, html, joinHtml } from '../html';
import { MAIL_STYLE, getMailStyles, type MailTheme, type MailStyles } from './mail-style';

// Invisible characters that keep the text after the summary out of the inbox preview.
const FILLER = new Html('&#847;&zwnj;&nbsp;'.repeat(60));

export interface MailFrame {
  title: string;
  theme: MailTheme;
  label: string;
  /** Preview text that inboxes show next to the subject. */
  preview: string;
  body: Html;
  reason: string;
}

/**
 * Renders an email as HTML. Mail clients need tables and inline styles; the style sheet only adds dark mode and narrow
 * screens. The email loads no images or other resources, so it looks the same with images off and can't track who reads
 * it.
 */
export function renderMailPage(
  { title, theme, label, preview, body, reason }: MailFrame,
  { productName, unsubscribeUrl }: { productName: string; unsubscribeUrl: string },
): string {
  const style = getMailStyles(theme);
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
<tr><td class="card ${theme}-card" style="${style.card}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="head ${theme}-head" style="${style.head}">
<span class="badge ${theme}-badge" style="${style.badge}">${label}</span>
<h1 class="text ${theme}-title" style="${style.title}">${title}</h1>
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

export interface MailFact {
  name: string;
  value: string;
  url?: string;
}

export function renderFactsTable(facts: readonly MailFact[], style: MailStyles): Html | null {
  if (facts.length === 0) return null;
  const rows = facts.map(({ name, value, url }) => {
    const linkedValue =
      url === undefined ? value : html`<a class="text" href="${url}" style="${style.factLink}">${value}</a>`;
    return html`<tr><th class="muted" align="left" scope="row" style="${style.factName}">${name}</th><td class="text" style="${style.fact}">${linkedValue}</td></tr>`;
  });
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.facts}">${joinHtml(rows)}</table>
`;
}

/** Renders buttons side by side, with the first one filled. */
export function renderButtonRow(buttons: readonly { url: string; text: string }[], style: MailStyles): Html {
  const cells = buttons.map(({ url, text }, index) =>
    index === 0
      ? html`<td class="button" align="center" style="${style.button}">
<a class="button-text" href="${url}" style="${style.buttonText}">${text}</a></td>`
      : html`<td width="10"></td><td class="follow-up" align="center" style="${style.secondButton}">
<a class="text" href="${url}" style="${style.secondButtonText}">${text}</a></td>`,
  );
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${style.buttons}"><tr>${joinHtml(cells)}</tr></table>
`;
}

export function renderTextLinks(links: readonly { url: string; text: string }[], style: MailStyles): Html {
  return joinHtml(
    links.map(({ url, text }) => html` <a class="text" href="${url}" style="${style.textLink}">${text}</a>`),
  );
}
