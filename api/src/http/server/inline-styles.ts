import { createHash } from 'node:crypto';

/** A source of a content security policy that allows exactly this inline style. */
export function hashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/**
 * Sources that allow the style attributes of a page, none if it has none. Only a page that is rendered on the server needs
 * them: scripts may set the properties of `element.style`.
 */
export function styleAttributeSources(html: string): string[] {
  const styles = new Set([...html.matchAll(/\sstyle="([^"]*)"/g)].map(([, style = '']) => style));
  return styles.size > 0 ? ["'unsafe-hashes'", ...[...styles].map(hashSource)] : [];
}
