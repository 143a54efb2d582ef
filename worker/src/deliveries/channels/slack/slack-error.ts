import type { AppError } from '@ringwell/domain/app-error';

import { chatRefusal, chatTrouble, type ChatService } from '../../chat-failure';

export const SLACK: ChatService = { code: 'SLACK', name: 'Slack' };

/** What an error sentence can name. */
export interface SlackPlace {
  /** Id or #name, as the account entered it. */
  channel: string;
  /** The workspace's name, once it is known. */
  workspace?: string;
  /** The bot's name in the workspace, once it is known. */
  bot?: string;
}

type Refusal = [suffix: string, sentence: (place: SlackPlace, needed: string) => string];

const NEW_TOKEN = 'enter its bot token under Connections in the settings';
const TOKEN_INVALID: Refusal = [
  'TOKEN_INVALID',
  () =>
    'Slack does not know the bot token. Copy it from the Slack app (OAuth & Permissions) and enter it under Connections in the settings.',
];
const TOKEN_REVOKED: Refusal = [
  'TOKEN_REVOKED',
  () =>
    `The bot token was revoked, or the Slack app was removed from the workspace. Install the app again and ${NEW_TOKEN}.`,
];
const TOKEN_EXPIRED: Refusal = [
  'TOKEN_EXPIRED',
  () => `The bot token has expired. Switch off token rotation for the Slack app, install it again and ${NEW_TOKEN}.`,
];
const FORBIDDEN: Refusal = [
  'FORBIDDEN',
  (place) =>
    `The rules of ${workspaceOf(place)} do not let the app post in ${place.channel}. Ask an administrator of the workspace to allow it, or choose another channel.`,
];
const MESSAGE_REFUSED: Refusal = [
  'MESSAGE_REFUSED',
  () =>
    'Slack refuses the form of the message. Nothing in the settings can change that: tell the people who run this service.',
];
const NOT_IN_CHANNEL: Refusal = [
  'NOT_IN_CHANNEL',
  (place) =>
    `The Slack app is not in ${place.channel}. Write ${inviteOf(place)} in that channel, then send this again.`,
];

/** By Slack's own error. https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const REFUSALS: Record<string, Refusal> = {
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
    (_place, needed) =>
      `The Slack app lacks the permission ${needed}. Add it under OAuth & Permissions, install the app again and ${NEW_TOKEN}.`,
  ],
  channel_not_found: [
    'CHANNEL_NOT_FOUND',
    (place) =>
      `There is no channel ${place.channel} in ${workspaceOf(place)} that the app can see. Check the channel in the settings; to a private one the app must be invited: write ${inviteOf(place)} there.`,
  ],
  not_in_channel: NOT_IN_CHANNEL,
  method_not_supported_for_channel_type: NOT_IN_CHANNEL,
  is_archived: [
    'CHANNEL_ARCHIVED',
    (place) => `The channel ${place.channel} is archived. Choose another one in the settings.`,
  ],
  msg_too_long: MESSAGE_REFUSED,
  msg_blocks_too_long: MESSAGE_REFUSED,
  no_text: MESSAGE_REFUSED,
  invalid_blocks: MESSAGE_REFUSED,
  invalid_blocks_format: MESSAGE_REFUSED,
  invalid_arguments: MESSAGE_REFUSED,
  too_many_attachments: MESSAGE_REFUSED,
};

/**
 * Slack's refusal as an AppError. What is not known to need somebody is tried again: an answer with an error says that
 * nothing was posted.
 * @param error Slack's word for it @param needed the permissions that are missing, by Slack's names
 */
export function slackError(
  { error, needed }: { error: string; needed?: string },
  place: SlackPlace,
  retryAfterMs?: number,
): AppError {
  if (error === 'ratelimited' || error === 'rate_limited') {
    return chatTrouble(
      SLACK,
      'RATE_LIMITED',
      'Slack is receiving too many messages. Usually that passes within minutes.',
      { retryAfterMs },
    );
  }
  const [suffix, sentence] = refusalOf(error) ?? [];
  if (suffix !== undefined && sentence) return chatRefusal(SLACK, suffix, sentence(place, scopesOf(needed)));
  const word = /^[a-z_]{1,60}$/.test(error) ? error : 'unknown error';
  return chatTrouble(
    SLACK,
    'UNAVAILABLE',
    `Slack could not post the message (${word}). Usually that passes by itself.`,
    { retryAfterMs },
  );
}

function refusalOf(error: string): Refusal | undefined {
  if (error.startsWith('restricted_action')) return FORBIDDEN;
  return Object.hasOwn(REFUSALS, error) ? REFUSALS[error] : undefined;
}

function scopesOf(needed: string | undefined): string {
  return needed !== undefined && /^[a-z:._, ]{1,100}$/.test(needed) ? needed : 'chat:write';
}

function workspaceOf({ workspace }: SlackPlace): string {
  return workspace === undefined ? 'the Slack workspace' : `the Slack workspace ${workspace}`;
}

function inviteOf({ bot }: SlackPlace): string {
  return bot === undefined ? '/invite @ and the name of the app' : `/invite @${bot}`;
}
