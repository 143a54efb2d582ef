import { DEFAULT_MONTHLY_MINUTES } from '../accounts/account-limits';
import { DEFAULT_BUSINESS_WEEK, MAX_HOLIDAYS } from '../accounts/business-week';
import { MAX_TERM_LENGTH, MAX_TERMS } from '../accounts/vocabulary';
import { ADD_ONS } from '../billing/plans';
import { CUSTOMER_CHANNELS } from '../calls/customer-channel';
import { REVIEW_TOLERANCES } from '../calls/review-limit';
import { CHANNEL_SETTINGS } from '../channels/channels';
import { MAX_EMAIL_ADDRESSES } from '../deliveries/email-list';
import { MAX_PATTERN_LENGTH, MAX_PATTERNS, PATTERN_PARTS, findPatternProblem } from '../inbox/file-name-pattern';
import { INBOX_AFTER } from '../inbox/inbox';
import { REDACTION_LEVELS } from '../redaction/redaction-level';
import { isTimeZone } from '../time';
import { FLAG_SETTINGS } from './flag-settings';
import { LIMIT_SETTINGS } from './limit-settings';
import type { SettingDefinition, ValueOf } from './setting-kinds';

const profileSwitch = (defaultValue: boolean, description?: string) =>
  ({ kind: 'switch', inProfile: true, default: defaultValue, description }) as const;
const plainSwitch = (defaultValue: boolean, description: string) =>
  ({ kind: 'switch', default: defaultValue, description }) as const;
const IN_MESSAGES =
  'in chat and email, including digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort';

/**
 * Every setting that an account's managers or an administrator can change. The DTOs with their validation, the view,
 * the OpenAPI schema, and the columns of `AccountSettings` with their defaults are generated from this list.
 */
export const SETTINGS = {
  active: profileSwitch(true, 'Master switch. When off, new calls are accepted but skipped.'),

  timeZone: {
    kind: 'text',
    maxLength: 64,
    format: {
      accepts: isTimeZone,
      message: 'Choose a time zone such as America/New_York.',
    },
    description: 'IANA time zone for dates and times in the app, alerts and exports. Defaults to UTC.',
    example: 'America/New_York',
  },

  ...CHANNEL_SETTINGS,
  reviewAlertsEnabled: profileSwitch(
    true,
    'Whether to send alerts and notes about calls that need a listen. They trigger an alert on every channel ' +
      'that is on for at least one label.',
  ),

  usageLimitEnabled: profileSwitch(false, 'Whether monthlyMinuteLimit applies.'),
  monthlyMinuteLimit: {
    kind: 'number',
    inProfile: true,
    minimum: 0,
    maximum: 1_000_000,
    description: 'Minutes per month after which calls are skipped, if usageLimitEnabled is on.',
    default: DEFAULT_MONTHLY_MINUTES,
  },
  inboundCallsEnabled: profileSwitch(true),
  inboundMinCallTime: {
    kind: 'number',
    inProfile: true,
    minimum: 0,
    maximum: 3_600,
    description: 'Seconds. Shorter inbound calls are skipped.',
    default: 60,
  },
  outboundCallsEnabled: profileSwitch(true),
  outboundMinCallTime: {
    kind: 'number',
    inProfile: true,
    minimum: 0,
    maximum: 3_600,
    description: 'Seconds. Shorter outbound calls are skipped.',
    default: 90,
  },
  ...LIMIT_SETTINGS,
  customerChannel: {
    kind: 'choice',
    inProfile: true,
    choices: CUSTOMER_CHANNELS,
    description:
      "The customer's channel in two-channel recordings. auto detects it from the conversation. In calls whose " +
      'speakers a user has swapped, the resulting channel takes precedence.',
    default: 'auto',
  },

  reviewTolerance: {
    kind: 'choice',
    inProfile: true,
    choices: REVIEW_TOLERANCES,
    description:
      'How often labels may be wrong. Calls with less certain labels need a listen. one_in_20: wrong in at most 1 of ' +
      "20 calls, based on the account's checked calls once there are 50. Applies to newly processed calls. " +
      'GET /api/checks/accuracy shows the effect.',
    default: 'standard',
    example: 'one_in_20',
  },

  redaction: {
    kind: 'choice',
    inProfile: true,
    choices: REDACTION_LEVELS,
    description:
      'transcript: payment cards, Social Security and bank numbers, passwords and one-time codes are replaced by ' +
      'placeholders such as [card number] in the text of newly processed calls, before anything is stored or sent. ' +
      'transcript_and_audio: a tone also replaces them in the recording, which can only be played afterward.',
    default: 'transcript_and_audio',
  },

  hidePhoneNumbers: plainSwitch(false, `Whether [phone number] replaces phone numbers ${IN_MESSAGES}.`),
  hideNames: plainSwitch(false, `Whether [name] replaces customer names ${IN_MESSAGES}. Agent names are kept.`),
  hideAddresses: plainSwitch(false, `Whether [address] replaces street addresses ${IN_MESSAGES}.`),

  callBackWithinMinutes: {
    kind: 'number',
    minimum: 5,
    maximum: 2_400,
    description: 'Business minutes until a callback is due, except for promises and leads.',
    default: 60,
  },
  leadsEnabled: plainSwitch(
    false,
    'Whether to open a follow-up for customers who wanted new work and did not book, or hung up before anyone answered.',
  ),
  callLeadsWithinMinutes: {
    kind: 'number',
    minimum: 1,
    maximum: 2_400,
    description:
      'Business minutes until a callback to a lead is due, unless another time was agreed on during the call.',
    default: 15,
  },
  averageTicketDollars: {
    kind: 'number',
    optional: true,
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Average job value in US dollars. Used for leads won back whose job total is unknown. Null if unknown.',
    example: 450,
  },
  businessWeek: {
    kind: 'week',
    description: "The office's opening hours in timeZone: seven days, Monday first. Null for closed days.",
    default: DEFAULT_BUSINESS_WEEK,
  },
  holidays: {
    kind: 'days',
    maxItems: MAX_HOLIDAYS,
    description: 'Days when the office is closed, as YYYY-MM-DD.',
    example: ['2026-12-25'],
  },
  overdueAlertsEnabled: plainSwitch(true, 'Whether to send alerts about overdue follow-ups.'),
  overdueAddresses: {
    kind: 'emails',
    maxItems: MAX_EMAIL_ADDRESSES,
    description:
      "Addresses that get emails about overdue follow-ups in addition to the account's channels, such as a manager's.",
    example: ['manager@reyes-hvac.example'],
  },
  weeklyLetterChats: plainSwitch(false, "Whether the account's chats get a short version of the weekly letter."),

  vocabulary: {
    kind: 'terms',
    maxItems: MAX_TERMS,
    maxLength: MAX_TERM_LENGTH,
    description:
      'Names and words that occur in calls, most important first. Spellings that only differ in case are treated as one.',
    example: ['Cedar Creek Plumbing', 'Kowalczyk'],
  },

  ...FLAG_SETTINGS,

  inboxAfter: {
    kind: 'choice',
    choices: INBOX_AFTER,
    description:
      'What happens to a file in the inbox folder once its call is stored. move: it is moved to the done folder. ' +
      'leave: it stays, and is only imported again if it changes.',
    default: 'move',
  },
  inboxPatterns: {
    kind: 'terms',
    maxItems: MAX_PATTERNS,
    maxLength: MAX_PATTERN_LENGTH,
    format: {
      accepts: (pattern) => findPatternProblem(pattern) === null,
      message: `Each must be a pattern such as {direction}-{extension}-{number}-{date}-{time}. Parts: ${Object.keys(PATTERN_PARTS).join(', ')}.`,
    },
    description:
      'Patterns for file names in the inbox folder, tried in this order, before the built-in patterns for common ' +
      'phone systems. Parts are in braces; everything else is matched literally.',
    example: ['{date} {time} {direction} {number}'],
  },

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

/** Settings stored unchanged in a column with the same name. The tenant is a column of `Account`. */
export type PlainSetting = Exclude<SettingName, SecretSetting | 'serviceTitanTenant'>;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
export const SECRET_SETTINGS = listNamesWith('secret');
export const WEBHOOK_SETTINGS = listNamesWith('webhook');
export const PROFILE_SETTINGS = listNamesWith('inProfile');
export const OWNER_SETTINGS = listNamesWith('ownerOnly');
export const GUARDED_SETTINGS = listNamesWith('isGuarded');
export const RECONNECTING_SETTINGS = listNamesWith('reconnects');
export const PLAIN_SETTINGS = SETTING_NAMES.filter(
  (name) => name !== 'serviceTitanTenant' && !(SECRET_SETTINGS as SettingName[]).includes(name),
) as PlainSetting[];

function listNamesWith<Property extends string>(property: Property): NamesWith<Property>[] {
  return SETTING_NAMES.filter((name) => property in SETTINGS[name]) as NamesWith<Property>[];
}
