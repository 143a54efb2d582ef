import { createHash } from 'node:crypto';

/** Returns the content security policy source that allows exactly this inline style. */
export function hashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/**
 * Returns sources that allow a page's style attributes. The list is empty if there are none. Only server-rendered pages
 * need the sources, because scripts may set properties of `element.style`.
 */
export function styleAttributeSources(html: string): string[] {
  const styles = new Set([...html.matchAll(/\sstyle="([^"]*)"/g)].map(([, style = '']) => style));
  return styles.size > 0 ? ["'unsafe-hashes'", ...[...styles].map(hashSource)] : [];
}
