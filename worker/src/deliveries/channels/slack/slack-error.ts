import type { AppError } from '@ringwell/domain/errors/app-error';

import { chatRateLimitError, permanentChatError, transientChatError } from '../../chat-error';

export interface SlackDestination {
  /** ID or #name, as entered in the settings. */
  channel: string;
  workspace?: string;
  bot?: string;
}

type Rejection = [suffix: string, message: (destination: SlackDestination, needed: string) => string];

const ENTER_TOKEN_ADVICE = 'enter its bot token in Settings under Connections';
const TOKEN_INVALID: Rejection = [
  'TOKEN_INVALID',
  () =>
    "Slack doesn't recognize the bot token. " +
    'Copy it from the Slack app (OAuth & Permissions) and enter it in Settings under Connections.',
];
const TOKEN_REVOKED: Rejection = [
  'TOKEN_REVOKED',
  () =>
    'The bot token was revoked, or the Slack app was removed from the workspace. ' +
    `Reinstall the app and ${ENTER_TOKEN_ADVICE}.`,
];
const TOKEN_EXPIRED: Rejection = [
  'TOKEN_EXPIRED',
  () =>
    `The bot token expired. Turn off token rotation for the Slack app, reinstall the app and ${ENTER_TOKEN_ADVICE}.`,
];
const FORBIDDEN: Rejection = [
  'FORBIDDEN',
  (destination) =>
    `${describeWorkspace(destination)} doesn't allow the app to post in ${destination.channel}. ` +
    'Ask a workspace admin to allow it, or choose another channel.',
];
const MESSAGE_REFUSED: Rejection = [
  'MESSAGE_REFUSED',
  () => "Slack rejected the message. This can't be fixed in the settings. Contact support.",
];
const ALERT_GONE: Rejection = ['ALERT_GONE', () => "The message is no longer in Slack, or can't be changed there."];
const NOT_IN_CHANNEL: Rejection = [
  'NOT_IN_CHANNEL',
  (destination) =>
    `The Slack app isn't in ${destination.channel}. ` +
    `Post ${formatInviteCommand(destination)} in that channel, then send this again.`,
];

// Keyed by Slack's error code. https://docs.slack.dev/reference/methods/chat.postMessage#errors
const REJECTIONS: Record<string, Rejection> = {
  invalid_auth: TOKEN_INVALID,
  not_authed: TOKEN_INVALID,
  not_allowed_token_type: TOKEN_INVALID,
  account_inactive: TOKEN_REVOKED,
  token_revoked: TOKEN_REVOKED,
  token_expired: TOKEN_EXPIRED,
  no_permission: FORBIDDEN,
  ekm_access_denied: FORBIDDEN,
  access_denied: FORBIDDEN,
  missing_scope: [
    'SCOPE_MISSING',
    (_destination, needed) =>
      `The Slack app needs the ${needed} permission. ` +
      `Add it under OAuth & Permissions, reinstall the app and ${ENTER_TOKEN_ADVICE}.`,
  ],
  channel_not_found: [
    'CHANNEL_NOT_FOUND',
    (destination) =>
      `${describeWorkspace(destination)} has no channel ${destination.channel} that the app can see. ` +
      `Check the channel in the settings. If it's private, invite the app by posting ${formatInviteCommand(destination)} there.`,
  ],
  not_in_channel: NOT_IN_CHANNEL,
  method_not_supported_for_channel_type: NOT_IN_CHANNEL,
  is_archived: [
    'CHANNEL_ARCHIVED',
    ({ channel }) => `The channel ${channel} is archived. Choose another one in the settings.`,
  ],
  message_not_found: ALERT_GONE,
  cant_update_message: ALERT_GONE,
  edit_window_closed: ALERT_GONE,
  msg_too_long: MESSAGE_REFUSED,
  msg_blocks_too_long: MESSAGE_REFUSED,
  no_text: MESSAGE_REFUSED,
  invalid_blocks: MESSAGE_REFUSED,
  invalid_blocks_format: MESSAGE_REFUSED,
  invalid_arguments: MESSAGE_REFUSED,
  too_many_attachments: MESSAGE_REFUSED,
};

/**
 * Maps a Slack error code. Unknown codes are retryable, because an error response means that nothing was posted.
 * @param needed missing permissions, by Slack's names
 */
export function slackError(
  { error, needed }: { error: string; needed?: string },
  destination: SlackDestination,
  retryAfterMs?: number,
): AppError {
  if (error === 'ratelimited' || error === 'rate_limited') return chatRateLimitError('slack', retryAfterMs);
  const [suffix, message] = findRejection(error) ?? [];
  if (suffix !== undefined && message)
    return permanentChatError('slack', suffix, message(destination, listScopes(needed)));
  const code = /^[a-z_]{1,60}$/.test(error) ? error : 'unknown error';
  return transientChatError(
    'slack',
    'UNAVAILABLE',
    `Slack couldn't post the message (${code}). This is usually temporary.`,
    { retryAfterMs },
  );
}

function findRejection(error: string): Rejection | undefined {
  if (error.startsWith('restricted_action')) return FORBIDDEN;
  return Object.hasOwn(REJECTIONS, error) ? REJECTIONS[error] : undefined;
}

function listScopes(needed: string | undefined): string {
  return needed !== undefined && /^[a-z:._, ]{1,100}$/.test(needed) ? needed : 'chat:write';
}

function describeWorkspace({ workspace }: SlackDestination): string {
  return workspace === undefined ? 'The Slack workspace' : `The Slack workspace ${workspace}`;
}

function formatInviteCommand({ bot }: SlackDestination): string {
  return bot === undefined ? "/invite @ followed by the app's name" : `/invite @${bot}`;
}
