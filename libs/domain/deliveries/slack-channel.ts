const CHANNEL_ID = /^[CGD][A-Z0-9]{7,20}$/;
const CHANNEL_URL = /^https?:\/\/[^/\s]+\/archives\/([CGD][A-Z0-9]{7,20})(?:[/?#].*)?$/i;

/**
 * Normalizes a Slack channel that a user entered. A channel link becomes the channel's id, and other text a name, such
 * as `#alerts` for ` Alerts `. Leaves ids unchanged, and other links for validation to reject.
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
