const ID = /^[CGD][A-Z0-9]{7,20}$/;
const ARCHIVE = /^https?:\/\/[^/\s]+\/archives\/([CGD][A-Z0-9]{7,20})(?:[/?#].*)?$/i;

/**
 * A Slack channel as people enter it, in the form that Slack takes: an id as it is, also out of a link to the channel,
 * and any other text as the name of a channel, `#alerts` for ` Alerts `.
 */
export function normalizeSlackChannel(text: string): string {
  const trimmed = text.trim();
  const [, linked] = ARCHIVE.exec(trimmed) ?? [];
  if (linked !== undefined) return linked.toUpperCase();
  if (trimmed === '' || ID.test(trimmed) || /^https?:/i.test(trimmed)) return trimmed;
  return `#${trimmed
    .replace(/^#+\s*/, '')
    .toLowerCase()
    .replace(/\s+/g, '-')}`;
}
