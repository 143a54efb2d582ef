/** Styles server-rendered pages like the web app. Contrast is at least 4.5 for text and 3 for borders. */
export const PAGE_STYLE = `
  :root {
    color-scheme: light dark;
    --bg: oklch(.985 .004 85); --surface: oklch(1 0 0); --border: oklch(.9 .008 85); --border-strong: oklch(.62 .014 85);
    --fg: oklch(.235 .02 215); --fg-muted: oklch(.46 .018 215); --ring: oklch(.55 .09 205);
    --primary: oklch(.43 .073 205); --primary-hover: oklch(.37 .062 205); --on-primary: oklch(.985 .004 85); --accent: oklch(.8 .135 78);
    --negative-soft: oklch(.955 .02 25); --on-negative-soft: oklch(.455 .165 27);
    --shadow: 0 1px 2px oklch(.235 .02 215 / .06), 0 12px 32px -12px oklch(.235 .02 215 / .18);
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --bg: oklch(.185 .014 220); --surface: oklch(.222 .016 220); --border: oklch(.31 .016 220); --border-strong: oklch(.56 .018 220);
      --fg: oklch(.955 .006 90); --fg-muted: oklch(.76 .014 215); --ring: oklch(.74 .1 200);
      --primary: oklch(.78 .09 200); --primary-hover: oklch(.84 .085 200); --on-primary: oklch(.2 .03 215); --accent: oklch(.82 .13 80);
      --negative-soft: oklch(.3 .07 25); --on-negative-soft: oklch(.85 .075 22);
      --shadow: none;
    }
  }
  * { box-sizing: border-box; margin: 0; }
  body {
    min-height: 100svh; padding: 32px 20px; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 24px;
    background: var(--bg); color: var(--fg); font: 400 16px/1.5 Figtree, system-ui, sans-serif;
  }
  .mark { display: inline-flex; align-items: center; gap: 8px; color: var(--fg); text-decoration: none;
    font: 700 20px/1 'Bricolage Grotesque', Figtree, system-ui, sans-serif; letter-spacing: -.02em; }
  .mark svg { width: 28px; height: 28px; fill: none; stroke: var(--primary); stroke-width: 2.6; stroke-linecap: round; }
  .mark .clapper { stroke: var(--accent); }
  main { width: 100%; max-width: 400px; padding: 32px; display: grid; gap: 20px;
    background: var(--surface); border: 1px solid var(--border); border-radius: 16px; box-shadow: var(--shadow); }
  h1 { font: 700 28px/1.1 'Bricolage Grotesque', Figtree, system-ui, sans-serif; letter-spacing: -.02em; text-wrap: balance; }
  p { color: var(--fg-muted); overflow-wrap: anywhere; }
  form:not([hidden]), .field { display: grid; gap: 16px; }
  .field { gap: 6px; }
  label { font-size: 14px; font-weight: 600; }
  input { width: 100%; height: 48px; padding: 0 14px; font: inherit; color: inherit; background: transparent;
    border: 1px solid var(--border-strong); border-radius: 8px; }
  input[aria-invalid='true'] { border-color: var(--on-negative-soft); }
  button, .button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 48px; padding: 10px 16px;
    font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; border-radius: 8px;
    background: var(--primary); color: var(--on-primary); border: 1px solid transparent; transition: background 120ms; }
  button:hover, .button:hover { background: var(--primary-hover); }
  .button.quiet { background: transparent; color: var(--fg); border-color: var(--border-strong); }
  .button.quiet:hover { border-color: var(--fg-muted); }
  .alert { padding: 12px 14px; border-radius: 8px; background: var(--negative-soft); color: var(--on-negative-soft); border: 1px solid transparent; }
  .hint { font-size: 14px; }
  .back { color: var(--fg-muted); font-size: 14px; display: inline-block; padding: 12px; }
  .back:hover { color: var(--fg); }
  :focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
  @media (max-width: 440px) { body { justify-content: flex-start; } main { padding: 24px 20px; } }
  @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
