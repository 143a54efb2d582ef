import { createHash } from 'node:crypto';

/** A content security policy source that allows exactly this inline style. */
export function hashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/**
 * Sources that allow a page's style attributes; none if it has none. Only server-rendered pages need them: scripts may
 * set properties of `element.style`.
 */
export function styleAttributeSources(html: string): string[] {
  const styles = new Set([...html.matchAll(/\sstyle="([^"]*)"/g)].map(([, style = '']) => style));
  return styles.size > 0 ? ["'unsafe-hashes'", ...[...styles].map(hashSource)] : [];
}
