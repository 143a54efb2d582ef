import type { CallLabel } from '@ringwell/domain/calls/call-label';

import { Html } from '../html';

export type MailTheme = CallLabel | 'plain';

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// The web app's colors as hex values. Text has a contrast ratio of at least 4.5:1.
interface Colors {
  page: string;
  card: string;
  border: string;
  text: string;
  muted: string;
  button: string;
  onButton: string;
  box: string;
  themes: Record<MailTheme, { line: string; soft: string; onSoft: string }>;
}

const LIGHT_COLORS: Colors = {
  page: '#fbfaf7',
  card: '#ffffff',
  border: '#e0ded8',
  text: '#132124',
  muted: '#4d5b5e',
  button: '#015b63',
  onButton: '#fbfaf7',
  box: '#f5f3ee',
  themes: {
    positive: { line: '#28a564', soft: '#dff8e6', onSoft: '#12562d' },
    neutral: { line: '#7f8b94', soft: '#ebeff2', onSoft: '#444f57' },
    negative: { line: '#c72827', soft: '#feebe9', onSoft: '#9e1d1c' },
    needs_review: { line: '#b7791f', soft: '#fdf3d8', onSoft: '#6b4a09' },
    plain: { line: '#015b63', soft: '#ebeff2', onSoft: '#444f57' },
  },
};

const DARK_COLORS: Colors = {
  page: '#0c1417',
  card: '#131d20',
  border: '#283236',
  text: '#f2f0ec',
  muted: '#a8b4b7',
  button: '#6ac9ce',
  onButton: '#04191e',
  box: '#1c272b',
  themes: {
    positive: { line: '#5ccb89', soft: '#173221', onSoft: '#99e6ad' },
    neutral: { line: '#7c8891', soft: '#282f34', onSoft: '#c3ccd3' },
    negative: { line: '#e24945', soft: '#4b1d1b', onSoft: '#fbbbb8' },
    needs_review: { line: '#d9a441', soft: '#3a2d10', onSoft: '#f2d594' },
    plain: { line: '#6ac9ce', soft: '#282f34', onSoft: '#c3ccd3' },
  },
};

export type MailStyles = ReturnType<typeof buildMailStyles>;

/** Returns inline styles, because some mail clients support nothing else. */
export function getMailStyles(theme: MailTheme): MailStyles {
  return buildMailStyles(theme);
}

function buildMailStyles(theme: MailTheme) {
  const { page, card, border, text, muted, button, onButton, box, themes } = LIGHT_COLORS;
  const { line, soft, onSoft } = themes[theme];
  const isAlert = theme === 'negative';
  return {
    page: `margin:0;padding:0;background-color:${page};font-family:${FONT}`,
    preview:
      'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all',
    around: 'padding:24px 16px 32px',
    column: 'width:100%;max-width:600px;text-align:left',
    brand: `padding:0 4px 14px;font-family:${FONT};font-size:17px;line-height:1.3;font-weight:700;color:${text}`,
    card: `background-color:${card};border:1px solid ${border};border-top:4px solid ${line};border-radius:12px;overflow:hidden`,
    head: isAlert ? `padding:24px 32px;background-color:${soft}` : 'padding:28px 32px 0',
    badge:
      `display:inline-block;padding:4px 12px;border-radius:999px;font-family:${FONT};font-size:14px;line-height:1.4;font-weight:600;` +
      (isAlert ? `background-color:${line};color:#ffffff` : `background-color:${soft};color:${onSoft}`),
    title: `margin:12px 0 0;font-family:${FONT};font-size:24px;line-height:1.25;font-weight:700;color:${isAlert ? onSoft : text};overflow-wrap:anywhere;word-break:break-word`,
    body: 'padding:20px 32px 32px',
    facts: 'margin:0 0 20px;border-collapse:collapse',
    factName: `width:96px;padding:3px 12px 3px 0;font-family:${FONT};font-size:15px;line-height:1.5;font-weight:400;color:${muted};vertical-align:top`,
    fact: `padding:3px 0;font-family:${FONT};font-size:15px;line-height:1.5;color:${text};vertical-align:top;overflow-wrap:anywhere;word-break:break-word`,
    factLink: `color:${text};text-decoration:underline`,
    summary: `margin:0 0 20px;font-family:${FONT};font-size:16px;line-height:1.6;color:${text};overflow-wrap:anywhere;word-break:break-word`,
    subtitle: `margin:0 0 8px;font-family:${FONT};font-size:16px;line-height:1.4;font-weight:700;color:${text}`,
    list: `margin:0 0 20px;padding:0 0 0 20px;font-family:${FONT};font-size:16px;line-height:1.6;color:${text}`,
    item: 'margin:0 0 4px;overflow-wrap:anywhere;word-break:break-word',
    followUpTable: 'margin:0 0 24px',
    followUp: `padding:16px 20px;background-color:${box};border-radius:8px`,
    followUpTitle: `margin:0 0 4px;font-family:${FONT};font-size:16px;line-height:1.4;font-weight:700;color:${text}`,
    followUpText: `margin:0;font-family:${FONT};font-size:16px;line-height:1.6;color:${text};overflow-wrap:anywhere;word-break:break-word`,
    textLink: `display:inline-block;padding:6px 16px 6px 0;color:${text};text-decoration:underline`,
    quote: `margin:4px 0 8px;padding:0;font-family:${FONT};font-size:16px;line-height:1.6;font-style:italic;color:${text};overflow-wrap:anywhere;word-break:break-word`,
    bar: 'margin:5px 0 2px;border-collapse:collapse',
    barParts: {
      positive: barPart(themes.positive.line),
      neutral: barPart(themes.neutral.line),
      negative: barPart(themes.negative.line),
    },
    button: `background-color:${button};border-radius:8px`,
    buttonText: `display:inline-block;padding:13px 24px;font-family:${FONT};font-size:16px;line-height:1.4;font-weight:600;color:${onButton};text-decoration:none`,
    buttons: 'margin:0 0 8px',
    links: `margin:0 0 20px;font-family:${FONT};font-size:16px;line-height:1.6;color:${text}`,
    secondButton: `background-color:${box};border-radius:8px`,
    secondButtonText: `display:inline-block;padding:13px 24px;font-family:${FONT};font-size:16px;line-height:1.4;font-weight:600;color:${text};text-decoration:none`,
    footer: `padding:16px 4px 0;font-family:${FONT};font-size:14px;line-height:1.6;color:${muted};overflow-wrap:anywhere;word-break:break-word`,
    footerLink: `display:inline-block;padding:6px 0;color:${muted};text-decoration:underline`,
  };
}

function barPart(color: string): string {
  return `height:12px;background-color:${color};font-size:1px;line-height:12px`;
}

export const MAIL_STYLE = new Html(`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
${darkRules()}
}
@media (max-width: 480px) {
  .around { padding: 16px 10px 24px !important; }
  .head { padding-left: 20px !important; padding-right: 20px !important; }
  .body { padding: 18px 20px 24px !important; }
}
</style>`);

function darkRules(): string {
  const { page, card, border, text, muted, button, onButton, box, themes } = DARK_COLORS;
  const lines = Object.entries(themes).map(([theme, { line, soft, onSoft }]) => {
    const badge =
      theme === 'negative'
        ? `background-color: ${line} !important; color: #1a0505 !important`
        : `background-color: ${soft} !important; color: ${onSoft} !important`;
    return `  .${theme}-card { border-top-color: ${line} !important; }\n  .${theme}-badge { ${badge}; }`;
  });
  const { soft, onSoft } = themes.negative;
  return [
    `  .page { background-color: ${page} !important; }`,
    `  .card { background-color: ${card} !important; border-color: ${border} !important; }`,
    `  .text { color: ${text} !important; }`,
    `  .muted { color: ${muted} !important; }`,
    `  .follow-up { background-color: ${box} !important; }`,
    `  .button { background-color: ${button} !important; }`,
    `  .button-text { color: ${onButton} !important; }`,
    ...lines,
    `  .negative-head { background-color: ${soft} !important; }`,
    `  .negative-title { color: ${onSoft} !important; }`,
  ].join('\n');
}
