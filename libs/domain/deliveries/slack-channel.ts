const CHANNEL_ID = /^[CGD][A-Z0-9]{7,20}$/;
const CHANNEL_URL = /^https?:\/\/[^/\s]+\/archives\/([CGD][A-Z0-9]{7,20})(?:[/?#].*)?$/i;

/**
 * Normalizes a Slack channel as users enter it: keeps an id, including from a channel link; other text becomes a
 * channel name, `#alerts` for ` Alerts `. Keeps other links, which validation rejects.
 */
export function normalizeSlackChannel(text: string): string {
  const trimmed = text.trim();
  const [, linkedId] = CHANNEL_URL.exec(trimmed) ?? [];
  if (linkedId !== undefined) return linkedId.toUpperCase();
  if (trimmed === '' || CHANNEL_ID.test(trimmed) || /^https?:/i.test(trimmed)) return trimmed;
  return `#${trimmed
    .replace(/^#+\s*/, '')
    .toLowerCase()
    .replace(/\s+/g, '-')}`;
}
