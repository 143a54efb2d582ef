import { html, Html } from '@ringwell/platform/html';

import { PAGE_STYLE } from './page-style';

/** Renders a complete HTML page that works without the web app or scripts. */
export function page({ productName, title, main }: { productName: string; title: string; main: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - ${productName}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/fonts.css">
<style>${new Html(PAGE_STYLE)}</style>
</head>
<body>
<header><a class="mark" href="/">
<svg aria-hidden="true" viewBox="0 0 32 32"><path d="M3.5 24.5c2.4-1.6 3-4 3-7.5a9.5 9.5 0 0 1 19 0c0 3.5.6 5.9 3 7.5"/><path d="M11.2 24.5V17a4.8 4.8 0 0 1 9.6 0v7.5"/><path class="clapper" d="M16 17.5v11"/></svg>
${productName}</a></header>
<main>
<h1>${title}</h1>
${main}
</main>
<footer><a class="back" href="/">Back to ${productName}</a></footer>
</body>
</html>
`.text;
}
