import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';

import { MAX_AGENT_NAME_LENGTH } from '@ringwell/domain/calls/agent';
import { CALL_DIRECTIONS, parseCallDirection } from '@ringwell/domain/calls/call';

import { OptionalInstant } from '../../http/request/instant.decorator';
import { OptionalText, normalizeText } from '../../http/request/optional-text.decorator';
import { FieldsType, oneOf, withDecorators } from '../../http/response/dto-fields';

export const MAX_ID_LENGTH = 200;
export const MAX_NUMBER_LENGTH = 64;
export const MAX_NAME_LENGTH = 200;
const MAX_URL_LENGTH = 4_096;

export class CallDetailsDto extends FieldsType({
  externalId: OptionalText(MAX_ID_LENGTH, {
    description:
      'Your ID for the call. Sending the same ID again returns the same call and only changes its callbackUrl. ' +
      'Defaults to leadCallId.',
    example: 'call-4711',
  }),
  leadCallId: OptionalText(MAX_ID_LENGTH, {
    description: 'ID of the lead call in the field-service platform.',
    example: '98765432',
  }),
  direction: withDecorators(
    oneOf(CALL_DIRECTIONS, {
      required: false,
      description:
        'If omitted, the settings for inbound and outbound calls do not apply. Case-insensitive. Also accepts ' +
        "incoming, outgoing, in, out and Twilio's values.",
      example: 'inbound',
    }),
    Transform(
      ({ value }: { value: unknown }) =>
        (typeof value === 'string' && parseCallDirection(value)) || normalizeText(value),
    ),
    IsOptional(),
    IsIn(CALL_DIRECTIONS, { message: `This must be ${CALL_DIRECTIONS.join(' or ')}.` }),
  ),
  from: OptionalText(MAX_NUMBER_LENGTH, { description: 'The calling number.', example: '+15551234567' }),
  to: OptionalText(MAX_NUMBER_LENGTH, { description: 'The called number.', example: '+15557654321' }),
  customerName: OptionalText(MAX_NAME_LENGTH, { example: 'Dana Reyes' }),
  agentName: OptionalText(MAX_AGENT_NAME_LENGTH, {
    description:
      "Name of the person who spoke for the company. If omitted, it's taken from ServiceTitan or recognized when the " +
      'agent says it.',
    example: 'Paul Ruiz',
  }),
  jobId: OptionalText(MAX_ID_LENGTH, { description: 'ID of the job in the field-service platform.', example: '1204' }),
  customerId: OptionalText(MAX_ID_LENGTH, {
    description: 'ID of the customer in the field-service platform.',
    example: '880',
  }),
  startedAt: OptionalInstant({
    description:
      'When the call took place, in ISO 8601. UTC unless a time zone is given. A call that is more than three days ' +
      "old when it arrives doesn't open a follow-up or send alerts.",
    example: '2026-03-31T14:05:00Z',
  }),
  callbackUrl: OptionalText(MAX_URL_LENGTH, {
    description:
      'Public https URL that receives the result once the call has been processed, or immediately if it already has.',
    format: 'uri',
    example: 'https://n8n.example.com/webhook/ringwell',
  }),
  recordingUrl: OptionalText(MAX_URL_LENGTH, {
    description: 'Public https URL of the recording. Send this instead of a file.',
    format: 'uri',
    example: 'https://recordings.example.com/call-4711.mp3',
  }),
}) {}
