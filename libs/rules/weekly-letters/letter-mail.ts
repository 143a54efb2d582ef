import { html, joinHtml, type Html } from '@ringwell/platform/html';
import { renderButtonRow, renderFactsTable, renderMailPage, renderTextLinks } from '@ringwell/platform/mail/mail-page';
import { getMailStyles, type MailStyles } from '@ringwell/platform/mail/mail-style';

import type { LetterDay, LetterItem, LetterSection, LetterText } from './letter-text';

export interface LetterContext {
  productName: string;
  accountName: string;
  isTest: boolean;
  unsubscribeUrl: string;
}

export interface LetterMail {
  subject: string;
  text: string;
  html: string;
}

const MAIL_THEME = 'plain';
const TEST_NOTE = 'This is a test. The letter is sent every Monday at 7 AM.';

export function renderLetterMail(view: LetterText, context: LetterContext): LetterMail {
  const { title, week, facts } = view;
  const { accountName, isTest, productName, unsubscribeUrl } = context;
  const reason =
    `You're getting this because owners and managers of ${accountName}, and members who ask for it, get a weekly letter. ` +
    'Turn it off in Your account.';
  return {
    subject: isTest ? `[Test] ${title}` : title,
    text: renderText(view, { ...context, reason }),
    html: renderMailPage(
      {
        title,
        theme: MAIL_THEME,
        label: isTest ? `Test, ${week}` : week,
        preview: facts.map(({ name, value }) => `${name}: ${value}`).join('. '),
        body: renderBody(view, context),
        reason,
      },
      { productName, unsubscribeUrl },
    ),
  };
}

function renderText(view: LetterText, { isTest, unsubscribeUrl, reason }: LetterContext & { reason: string }): string {
  const { title, week, facts, days, link } = view;
  return [
    title,
    week,
    '',
    ...(isTest ? [TEST_NOTE, ''] : []),
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    ...(days.length > 0 ? ['', 'Calls by day:', ...days.map(({ name, text }) => `- ${name}: ${text}`)] : []),
    '',
    ...listSections(view).flatMap(renderSectionLines),
    `${link.text}: ${link.url}`,
    '',
    '-- ',
    reason,
    `Unsubscribe: ${unsubscribeUrl}`,
    '',
  ].join('\n');
}

function renderSectionLines(section: LetterSection): string[] {
  const { items, note } = section;
  return [
    getSectionHeading(section),
    '',
    ...items.flatMap(({ title: customer, quote, lines, link }) => [
      customer,
      ...(quote === null ? [] : [`"${quote}"`]),
      ...lines,
      `${link.text}: ${link.url}`,
      '',
    ]),
    ...(note === null ? [] : [note, '']),
  ];
}

function listSections({ unhappy, promises, praise }: LetterText): LetterSection[] {
  return [unhappy, promises, praise].filter((section) => section !== null);
}

function getSectionHeading({ title, figure }: LetterSection): string {
  return figure === null ? title : `${title}: ${figure}`;
}

function renderBody(view: LetterText, { isTest }: LetterContext): Html {
  const { facts, days, link } = view;
  const style = getMailStyles(MAIL_THEME);
  return html`${isTest ? html`<p class="text" style="${style.summary}">${TEST_NOTE}</p>\n` : null}${renderFactsTable(facts, style)}${renderChart(days, style)}${joinHtml(listSections(view).map((section) => renderSection(section, style)))}${renderButtonRow([link], style)}`;
}

// One bar per day, scaled to the busiest day, with the numbers next to it.
function renderChart(days: readonly LetterDay[], style: MailStyles): Html | null {
  const maxCount = Math.max(...days.map(countJudged));
  if (days.length === 0 || maxCount === 0) return null;
  return html`<h2 class="text" style="${style.subtitle}">Calls by day</h2>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.facts}">${joinHtml(days.map((day) => renderChartRow(day, maxCount, style)))}</table>
`;
}

function renderChartRow(day: LetterDay, maxCount: number, style: MailStyles): Html {
  const bar =
    countJudged(day) === 0
      ? null
      : html`<table role="presentation" width="${formatPercent(countJudged(day), maxCount)}" cellpadding="0" cellspacing="0" border="0" style="${style.bar}"><tr>${renderBarPart(day, 'positive', style)}${renderBarPart(day, 'neutral', style)}${renderBarPart(day, 'negative', style)}</tr></table>`;
  return html`<tr><th class="muted" align="left" scope="row" style="${style.factName}">${day.name}</th><td class="text" style="${style.fact}">${bar}${day.text}</td></tr>`;
}

function renderBarPart(day: LetterDay, label: 'positive' | 'neutral' | 'negative', style: MailStyles): Html | null {
  if (day[label] === 0) return null;
  return html`<td width="${formatPercent(day[label], countJudged(day))}" style="${style.barParts[label]}">&nbsp;</td>`;
}

function countJudged({ positive, neutral, negative }: LetterDay): number {
  return positive + neutral + negative;
}

// At least one percent, so that the bar is visible.
function formatPercent(part: number, total: number): string {
  return `${Math.max(Math.round((part / total) * 100), 1)}%`;
}

function renderSection(section: LetterSection, style: MailStyles): Html {
  const { items, note } = section;
  return html`<h2 class="text" style="${style.subtitle}">${getSectionHeading(section)}</h2>
${joinHtml(items.map((item) => renderItemBox(item, style)))}${note === null ? null : html`<p class="text" style="${style.summary}">${note}</p>\n`}`;
}

function renderItemBox({ title, quote, lines, link }: LetterItem, style: MailStyles): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.followUpTable}"><tr><td class="follow-up" style="${style.followUp}">
<h3 class="text" style="${style.followUpTitle}">${title}</h3>${quote === null ? null : html`<blockquote dir="auto" class="text" style="${style.quote}">“${quote}”</blockquote>`}<p class="text" style="${style.followUpText}">${joinHtml(lines.map((line) => html`${line}<br>`))}${renderTextLinks([link], style)}</p></td></tr></table>
`;
}
