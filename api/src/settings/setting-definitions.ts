import { DEFAULT_BUSINESS_WEEK, MAX_HOLIDAYS } from '@ringwell/domain/business-week';
import { CUSTOMER_CHANNELS } from '@ringwell/domain/customer-channel';
import { MAX_EMAIL_ADDRESSES } from '@ringwell/domain/email-list';
import { ADD_ONS } from '@ringwell/domain/plans';
import { REDACTION_LEVELS } from '@ringwell/domain/redaction/redaction-level';
import { REVIEW_TOLERANCES } from '@ringwell/domain/review-limit';
import { NOTE_TARGETS, SERVICE_TITAN_ENVIRONMENTS } from '@ringwell/domain/service-titan';
import { normalizeSlackChannel } from '@ringwell/domain/slack-channel';
import { isTimeZone } from '@ringwell/domain/time';
import { MAX_TERM_LENGTH, MAX_TERMS } from '@ringwell/domain/vocabulary';

import { LIMIT_SETTINGS } from './limit-settings';
import type { SettingDefinition, ValueOf } from './setting-kinds';

const MAX_URL_LENGTH = 4_096;

// Channel ids, and names, which are lower case. https://docs.slack.dev/reference/methods/conversations.create
const SLACK_CHANNEL = /^([CGD][A-Z0-9]{7,20}|#[\p{Ll}\p{Lo}\p{M}\p{N}_-]{1,80})$/u;
// 24 to 64 bytes in base64, as Standard Webhooks requires.
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

const onOff = (example: boolean, description?: string) =>
  ({ kind: 'switch', inProfile: true, example, description }) as const;
const notInProfile = (example: boolean, description: string) => ({ kind: 'switch', example, description }) as const;
const IN_MESSAGES =
  'in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort';
const alertsFor = (label: string, example = true) => onOff(example, `Whether ${label} calls trigger an alert.`);

/**
 * Every setting that an account owner or an administrator can change. The DTOs, their validation, the view and the
 * OpenAPI schema are generated from this list. Defaults are those of the columns in `AccountSettings`.
 */
export const SETTINGS = {
  active: onOff(true, 'Master switch. When off, new calls are accepted and skipped.'),

  timeZone: {
    kind: 'text',
    maxLength: 64,
    format: {
      accepts: isTimeZone,
      message: 'Choose a time zone such as America/New_York.',
    },
    description: 'IANA time zone of dates and times in the app, alerts and exports. UTC until it is set.',
    example: 'America/New_York',
  },

  slackEnabled: onOff(true),
  slackChannel: {
    kind: 'text',
    maxLength: 81,
    normalize: normalizeSlackChannel,
    format: {
      pattern: SLACK_CHANNEL,
      message: 'Enter the name of a Slack channel such as #calls, its ID such as C0123456789, or a link to it.',
    },
    description: 'Channel ID, link or #name, which is stored in lowercase.',
    example: '#calls',
  },
  slackBotToken: {
    kind: 'text',
    secret: true,
    reconnects: true,
    maxLength: 255,
    format: {
      pattern: /^xoxb-[A-Za-z0-9-]{10,}$/,
      message: 'Enter the bot token of a Slack app, which starts with xoxb-.',
    },
    description: 'Bot token of the Slack app.',
    example: 'xoxb-1234567890-abcdefghij',
  },
  slackPositiveSentiment: alertsFor('positive'),
  slackNeutralSentiment: alertsFor('neutral'),
  slackNegativeSentiment: alertsFor('negative'),

  teamsEnabled: onOff(false),
  teamsTeamName: { kind: 'text', maxLength: 200, description: 'A label without further effect.', example: 'Dispatch' },
  teamsWebhookUrl: {
    kind: 'text',
    secret: true,
    reconnects: true,
    webhook: 'teams',
    maxLength: MAX_URL_LENGTH,
    description: 'URL of a workflow that posts to the channel.',
    example:
      'https://a1b2.03.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/c3d4' +
      '/triggers/manual/paths/invoke?api-version=1&sig=e5f6',
  },
  teamsPositiveSentiment: alertsFor('positive'),
  teamsNeutralSentiment: alertsFor('neutral'),
  teamsNegativeSentiment: alertsFor('negative'),

  googleChatEnabled: onOff(false),
  googleChatWebhookUrl: {
    kind: 'text',
    secret: true,
    reconnects: true,
    webhook: 'google_chat',
    maxLength: MAX_URL_LENGTH,
    description: 'Webhook URL of a space.',
    example: 'https://chat.googleapis.com/v1/spaces/AAAA1234/messages?key=abc&token=def',
  },
  googleChatPositiveSentiment: alertsFor('positive'),
  googleChatNeutralSentiment: alertsFor('neutral'),
  googleChatNegativeSentiment: alertsFor('negative'),

  emailEnabled: onOff(true),
  emailAddress: {
    kind: 'emails',
    maxItems: MAX_EMAIL_ADDRESSES,
    description: 'Recipients, stored in lowercase and without duplicates.',
    example: ['dana@reyes-hvac.example'],
  },
  emailPositiveSentiment: alertsFor('positive', false),
  emailNeutralSentiment: alertsFor('neutral', false),
  emailNegativeSentiment: alertsFor('negative'),

  reviewAlertsEnabled: onOff(
    true,
    'Whether alerts and notes are sent about calls that need a listen. Such a call triggers an alert on every channel ' +
      'that is on for at least one label.',
  ),

  usageLimitEnabled: onOff(false, 'Whether monthlyMinuteLimit applies.'),
  monthlyMinuteLimit: {
    kind: 'number',
    inProfile: true,
    minimum: 0,
    maximum: 1_000_000,
    description: 'Minutes per month after which calls are skipped, if usageLimitEnabled is on.',
    example: 1_000,
  },
  inboundCallsEnabled: onOff(true),
  inboundMinCallTime: {
    kind: 'number',
    inProfile: true,
    minimum: 0,
    maximum: 3_600,
    description: 'Seconds. Shorter inbound calls are skipped.',
    example: 60,
  },
  outboundCallsEnabled: onOff(true),
  outboundMinCallTime: {
    kind: 'number',
    inProfile: true,
    minimum: 0,
    maximum: 3_600,
    description: 'Seconds. Shorter outbound calls are skipped.',
    example: 90,
  },
  ...LIMIT_SETTINGS,
  customerChannel: {
    kind: 'choice',
    inProfile: true,
    choices: CUSTOMER_CHANNELS,
    description:
      "The customer's channel in two-channel recordings. auto derives it from the words; a call's own channel takes precedence.",
    example: 'auto',
  },

  reviewTolerance: {
    kind: 'choice',
    inProfile: true,
    choices: REVIEW_TOLERANCES,
    description:
      'How often labels may be wrong: surer ones are shown, the others need a listen. one_in_20: wrong in at most 1 of ' +
      "20 calls, measured with the account's checked calls once there are 50. It applies to calls that are processed from then " +
      'on. GET /api/checks/accuracy shows the effect.',
    example: 'one_in_20',
  },

  redaction: {
    kind: 'choice',
    inProfile: true,
    choices: REDACTION_LEVELS,
    description:
      'transcript: payment cards, Social Security and bank numbers, passwords and one-time codes are removed from the ' +
      'words of calls that are processed from then on, before they are stored or sent, and replaced with [card number] and the ' +
      'like. transcript_and_audio: a tone also replaces them in the recording, which cannot be played before.',
    example: 'transcript_and_audio',
  },

  hidePhoneNumbers: notInProfile(false, `Whether [phone number] stands for phone numbers ${IN_MESSAGES}.`),
  hideNames: notInProfile(false, `Whether [name] stands for names of customers ${IN_MESSAGES}. Names of agents stay.`),
  hideAddresses: notInProfile(false, `Whether [address] stands for street addresses ${IN_MESSAGES}.`),

  callBackWithinMinutes: {
    kind: 'number',
    minimum: 5,
    maximum: 2_400,
    description: 'Minutes of business hours within which to call back an unhappy customer, or one who left a message.',
    example: 60,
  },
  businessWeek: {
    kind: 'week',
    description: 'Opening hours of the office in timeZone: seven days, Monday first. Null for closed days.',
    example: DEFAULT_BUSINESS_WEEK,
  },
  holidays: {
    kind: 'days',
    maxItems: MAX_HOLIDAYS,
    description: 'Days on which the office is closed, as YYYY-MM-DD.',
    example: ['2026-12-25'],
  },
  overdueAlertsEnabled: notInProfile(true, 'Whether alerts are sent about follow-ups that are overdue.'),
  overdueAddresses: {
    kind: 'emails',
    maxItems: MAX_EMAIL_ADDRESSES,
    description:
      "Addresses that get emails about overdue follow-ups in addition to the account's channels, such as a manager's.",
    example: ['manager@reyes-hvac.example'],
  },
  weeklyLetterChats: notInProfile(false, 'Whether the chats of the account get a short form of the weekly letter.'),

  vocabulary: {
    kind: 'terms',
    maxItems: MAX_TERMS,
    maxLength: MAX_TERM_LENGTH,
    description:
      'Names and words that occur in calls, most important first. Spellings that differ only in case count as one.',
    example: ['Cedar Creek Plumbing', 'Kowalczyk'],
  },

  webhookUrl: {
    kind: 'text',
    secret: true,
    reconnects: true,
    webhook: 'any',
    maxLength: MAX_URL_LENGTH,
    description: 'Public https URL that receives every finished call.',
    example: 'https://hooks.example.com/ringwell',
  },
  webhookSecret: {
    kind: 'text',
    secret: true,
    maxLength: 100,
    format: {
      pattern: WEBHOOK_SECRET,
      message: 'This must be whsec_ followed by 24 to 64 bytes in base64. Or let us generate one.',
    },
    description: 'Signs callbacks and webhooks (Standard Webhooks). Without a secret they are not signed.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  },

  serviceTitanTenant: {
    kind: 'text',
    reconnects: true,
    maxLength: 20,
    format: { pattern: /^\d+$/, message: 'This must be a ServiceTitan tenant ID, which is a number.' },
    description: 'ServiceTitan tenant ID.',
    example: '987654321',
  },
  serviceTitanClientId: {
    kind: 'text',
    reconnects: true,
    maxLength: 200,
    description: 'ServiceTitan client ID of this tenant.',
    example: 'cid.a1b2c3',
  },
  serviceTitanClientSecret: {
    kind: 'text',
    secret: true,
    reconnects: true,
    maxLength: 500,
    format: {
      pattern: /^[\x21-\x7e]+$/,
      message: 'This must be a ServiceTitan client secret, with no spaces.',
    },
    description: 'ServiceTitan client secret of this tenant.',
    example: 'cs1.a1b2c3d4e5f6g7h8',
  },
  serviceTitanEnvironment: {
    kind: 'choice',
    reconnects: true,
    choices: SERVICE_TITAN_ENVIRONMENTS,
    description: 'integration is for testing.',
    example: 'production',
  },
  noteTarget: {
    kind: 'choice',
    inProfile: true,
    choices: NOTE_TARGETS,
    description: 'Where the note about a call is written.',
    example: 'job_then_customer',
  },
  serviceTitanPollingEnabled: onOff(true, 'Whether new calls are pulled from ServiceTitan automatically.'),

  addOns: {
    kind: 'choices',
    inProfile: true,
    adminOnly: true,
    choices: ADD_ONS,
    description: 'Chat apps purchased with the team plan. Only administrators can change them here.',
    example: ['slack'],
  },
} as const satisfies Record<string, SettingDefinition>;

export type SettingName = keyof typeof SETTINGS;

export type SettingValues = { -readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };

type NamesWith<Property extends string> = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends Record<Property, unknown> ? Name : never;
}[SettingName];

export type SecretSetting = NamesWith<'secret'>;
export type AdminSetting = NamesWith<'adminOnly'>;
export type OwnerSetting = NamesWith<'ownerOnly'>;

/** Settings stored unchanged in a column of the same name. The tenant is a column of `User`. */
export type PlainSetting = Exclude<SettingName, SecretSetting | 'serviceTitanTenant'>;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
export const SECRET_SETTINGS = namesWith('secret');
export const WEBHOOK_SETTINGS = namesWith('webhook');
export const PROFILE_SETTINGS = namesWith('inProfile');
export const OWNER_SETTINGS = namesWith('ownerOnly');
export const RECONNECTING_SETTINGS = namesWith('reconnects');
export const PLAIN_SETTINGS = SETTING_NAMES.filter(
  (name) => name !== 'serviceTitanTenant' && !(SECRET_SETTINGS as SettingName[]).includes(name),
) as PlainSetting[];

function namesWith<Property extends string>(property: Property): NamesWith<Property>[] {
  return SETTING_NAMES.filter((name) => property in SETTINGS[name]) as NamesWith<Property>[];
}
