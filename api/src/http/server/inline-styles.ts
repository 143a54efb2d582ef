import { createHash } from 'node:crypto';

/** Returns the content security policy source that allows only this inline style. */
export function hashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/**
 * Returns the sources that allow a page's style attributes, if any. Only server-rendered pages need them, because
 * scripts are allowed to set `element.style`.
 */
export function styleAttributeSources(html: string): string[] {
  const styles = new Set([...html.matchAll(/\sstyle="([^"]*)"/g)].map(([, style = '']) => style));
  return styles.size > 0 ? ["'unsafe-hashes'", ...[...styles].map(hashSource)] : [];
}
