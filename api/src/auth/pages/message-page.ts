import { html } from '@ringwell/platform/html';

import { page } from './page';

export interface PageLink {
  href: string;
  text: string;
}

/** What a page shows around its message. */
export interface MessageFrame {
  title: string;
  /** The next steps, starting with the primary button. */
  links: [PageLink, ...PageLink[]];
}

/** `role` announces the message to screen readers; errors are an `alert`. */
export function messagePage({
  productName,
  title,
  message,
  role = 'alert',
  links: [primaryLink, ...otherLinks],
}: MessageFrame & { productName: string; message: string; role?: 'alert' | 'status' | null }): string {
  const main = otherLinks.reduce(
    (renderedLinks, { href, text }) => html`${renderedLinks}<a class="button quiet" href="${href}">${text}</a>`,
    html`<p${role === null ? null : html` role="${role}"`}>${message}</p><a class="button" href="${primaryLink.href}">${primaryLink.text}</a>`,
  );
  return page({ productName, title, main });
}
