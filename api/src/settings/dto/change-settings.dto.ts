import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsEmail, IsIn } from 'class-validator';

import { ADD_ONS, type AddOn } from '@ringwell/domain/plans';
import {
  NOTE_TARGETS,
  SERVICE_TITAN_ENVIRONMENTS,
  type NoteTarget,
  type ServiceTitanEnvironment,
} from '@ringwell/domain/service-titan';

import { ChoiceChange, IfSent, NumberChange, SecretChange, SwitchChange, TextChange } from './change-field.decorator';

const MAX_URL_LENGTH = 4_096;
const MAX_EMAIL_ADDRESSES = 20;
/** Most calls at once that somebody may set for the own account, so that no account takes all workers; administrators may go higher. */
const MAX_OWN_WORKFLOWS = 20;
const MAX_WORKFLOWS = 100;

/** Slack's ids of channels, and names, which are in lower case. https://docs.slack.dev/reference/methods/conversations.create */
const SLACK_CHANNEL = /^([CGD][A-Z0-9]{7,20}|#[\p{Ll}\p{Lo}\p{M}\p{N}_-]{1,80})$/u;
/** 24 to 64 bytes in base64, as Standard Webhooks asks for. */
const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

class SettingsChanges {
  @SwitchChange(true, 'The master switch. Off: new calls are accepted and skipped.')
  active?: boolean;

  @SwitchChange(true)
  slackEnabled?: boolean;

  @TextChange(
    {
      maxLength: 81,
      shape: {
        pattern: SLACK_CHANNEL,
        message:
          'This must be the id of a Slack channel such as C0123456789, or its name such as #calls, in lower case.',
      },
    },
    { description: 'Id or #name.', example: '#calls' },
  )
  slackChannel?: string | null;

  @SecretChange(
    {
      maxLength: 255,
      shape: {
        pattern: /^xoxb-[A-Za-z0-9-]{10,}$/,
        message: 'This must be the bot token of a Slack app, which starts with xoxb-.',
      },
    },
    { description: 'Bot token of the Slack app.', example: 'xoxb-1234567890-abcdefghij' },
  )
  slackBotToken?: string | null;

  @SwitchChange(true)
  slackPositiveSentiment?: boolean;

  @SwitchChange(true)
  slackNeutralSentiment?: boolean;

  @SwitchChange(true)
  slackNegativeSentiment?: boolean;

  @SwitchChange(false)
  teamsEnabled?: boolean;

  @TextChange({ maxLength: 200 }, { description: 'For people; nothing depends on it.', example: 'Dispatch' })
  teamsTeamName?: string | null;

  @SecretChange(
    { maxLength: MAX_URL_LENGTH },
    {
      description: 'Address of a workflow that posts to the channel.',
      format: 'uri',
      example:
        'https://a1b2.03.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/c3d4/triggers/manual/paths/invoke?api-version=1&sig=e5f6',
    },
  )
  teamsWebhookUrl?: string | null;

  @SwitchChange(true)
  teamsPositiveSentiment?: boolean;

  @SwitchChange(true)
  teamsNeutralSentiment?: boolean;

  @SwitchChange(true)
  teamsNegativeSentiment?: boolean;

  @SwitchChange(false)
  googleChatEnabled?: boolean;

  @SecretChange(
    { maxLength: MAX_URL_LENGTH },
    {
      description: 'Address of the webhook of a space.',
      format: 'uri',
      example: 'https://chat.googleapis.com/v1/spaces/AAAA1234/messages?key=abc&token=def',
    },
  )
  googleChatWebhookUrl?: string | null;

  @SwitchChange(true)
  googleChatPositiveSentiment?: boolean;

  @SwitchChange(true)
  googleChatNeutralSentiment?: boolean;

  @SwitchChange(true)
  googleChatNegativeSentiment?: boolean;

  @SwitchChange(true)
  emailEnabled?: boolean;

  @ApiPropertyOptional({
    type: [String],
    maxItems: MAX_EMAIL_ADDRESSES,
    description: 'Who gets the mails; kept in lower case, each once.',
    example: ['dana@reyes-hvac.example'],
  })
  @Transform(({ value }: { value: unknown }) => plainAddresses(value))
  @IfSent()
  @IsEmail({}, { each: true, message: 'Each must be a valid e-mail address.' })
  @ArrayMaxSize(MAX_EMAIL_ADDRESSES, { message: `At most ${MAX_EMAIL_ADDRESSES} e-mail addresses are taken.` })
  @IsArray({ message: 'This must be a list of e-mail addresses.' })
  emailAddress?: string[];

  @SwitchChange(false)
  emailPositiveSentiment?: boolean;

  @SwitchChange(false)
  emailNeutralSentiment?: boolean;

  @SwitchChange(true)
  emailNegativeSentiment?: boolean;

  @SwitchChange(true)
  usageLimitEnabled?: boolean;

  @NumberChange(0, 1_000_000, 3_000, 'Minutes a month after which calls are skipped, when usageLimitEnabled.')
  monthlyMinuteLimit?: number;

  @SwitchChange(true)
  inboundCallsEnabled?: boolean;

  @NumberChange(0, 3_600, 60, 'Seconds. Shorter inbound calls are skipped.')
  inboundMinCallTime?: number;

  @SwitchChange(true)
  outboundCallsEnabled?: boolean;

  @NumberChange(0, 3_600, 90, 'Seconds. Shorter outbound calls are skipped.')
  outboundMinCallTime?: number;

  @NumberChange(1, 240, 30, 'Minutes from the first start of a call until it is given up.')
  processingTimeoutMinutes?: number;

  @SecretChange(
    { maxLength: MAX_URL_LENGTH },
    {
      description: 'Public https address that is told of every finished call.',
      format: 'uri',
      example: 'https://hooks.example.com/ringwell',
    },
  )
  webhookUrl?: string | null;

  @SecretChange(
    {
      maxLength: 100,
      shape: {
        pattern: WEBHOOK_SECRET,
        message: 'This must be whsec_ and 24 to 64 bytes in base64. Rather let us make one.',
      },
    },
    {
      description: 'Signs callbacks and webhooks (Standard Webhooks). Without one they are not signed.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    },
  )
  webhookSecret?: string | null;

  @TextChange(
    { maxLength: 20, shape: { pattern: /^\d+$/, message: 'This must be the number of a ServiceTitan tenant.' } },
    { description: 'Tenant id at ServiceTitan.', example: '987654321' },
  )
  serviceTitanTenant?: string | null;

  @TextChange({ maxLength: 200 }, { description: 'Client id of this tenant at ServiceTitan.', example: 'cid.a1b2c3' })
  serviceTitanClientId?: string | null;

  @SecretChange(
    {
      maxLength: 500,
      shape: { pattern: /^[\x21-\x7e]+$/, message: 'This must be a ServiceTitan client secret, which has no blanks.' },
    },
    { description: 'Client secret of this tenant at ServiceTitan.', example: 'cs1.a1b2c3d4e5f6g7h8' },
  )
  serviceTitanClientSecret?: string | null;

  @ChoiceChange(SERVICE_TITAN_ENVIRONMENTS, 'production', 'integration is for trying things out.')
  serviceTitanEnvironment?: ServiceTitanEnvironment;

  @ChoiceChange(NOTE_TARGETS, 'job_then_customer', 'Where the note of a call is written.')
  noteTarget?: NoteTarget;

  @SwitchChange(true, 'Whether new calls are fetched from ServiceTitan.')
  serviceTitanPollingEnabled?: boolean;
}

/** What people change of their own account: any of the fields, usually one. */
export class ChangeMySettingsDto extends SettingsChanges {
  @NumberChange(
    1,
    MAX_OWN_WORKFLOWS,
    5,
    `Calls that are processed at once. An administrator may set up to ${MAX_WORKFLOWS}.`,
  )
  maxConcurrentWorkflows?: number;
}

/** What administrators change of any account. */
export class ChangeAccountSettingsDto extends SettingsChanges {
  @NumberChange(1, MAX_WORKFLOWS, 10, 'Calls that are processed at once.')
  maxConcurrentWorkflows?: number;

  @ApiPropertyOptional({
    enum: ADD_ONS,
    isArray: true,
    description: 'Chats that were bought beside the base plan.',
    example: ['slack'],
  })
  @IfSent()
  @ArrayUnique({ message: 'Name each add-on once.' })
  @IsIn(ADD_ONS, { each: true, message: `Each must be one of ${ADD_ONS.join(', ')}.` })
  @IsArray({ message: 'This must be a list.' })
  addOns?: AddOn[];
}

/** As mail servers compare them, each once; what is no list of text is left for the rules to refuse. */
function plainAddresses(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return [
    ...new Set(value.map((address: unknown) => (typeof address === 'string' ? address.trim().toLowerCase() : address))),
  ];
}
