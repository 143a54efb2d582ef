import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';

import { MAX_AGENT_NAME_LENGTH } from '@ringwell/domain/calls/agent';
import { CALL_DIRECTIONS, parseCallDirection, type CallDirection } from '@ringwell/domain/calls/call';

import { OptionalInstant } from '../../http/request/instant.decorator';
import { OptionalText, textOf } from '../../http/request/optional-text.decorator';

export const MAX_ID_LENGTH = 200;
export const MAX_NUMBER_LENGTH = 64;
export const MAX_NAME_LENGTH = 200;
const MAX_URL_LENGTH = 4_096;

export class CallDetailsDto {
  @ApiPropertyOptional({
    description: 'Your ID for the call. Sending the same ID again returns the same call. Defaults to leadCallId.',
    maxLength: MAX_ID_LENGTH,
    example: 'call-4711',
  })
  @OptionalText(MAX_ID_LENGTH)
  externalId?: string;

  @ApiPropertyOptional({
    description: 'ID of the lead call in the field-service platform.',
    maxLength: MAX_ID_LENGTH,
    example: '98765432',
  })
  @OptionalText(MAX_ID_LENGTH)
  leadCallId?: string;

  @ApiPropertyOptional({
    description:
      'If omitted, the settings for inbound and outbound calls do not apply. Case-insensitive; incoming and outgoing, ' +
      "in and out, and Twilio's words are accepted, too.",
    enum: CALL_DIRECTIONS,
    example: 'inbound',
  })
  @Transform(
    ({ value }: { value: unknown }) => (typeof value === 'string' && parseCallDirection(value)) || textOf(value),
  )
  @IsOptional()
  @IsIn(CALL_DIRECTIONS, { message: `This must be ${CALL_DIRECTIONS.join(' or ')}.` })
  direction?: CallDirection;

  @ApiPropertyOptional({ description: 'The calling number.', maxLength: MAX_NUMBER_LENGTH, example: '+15551234567' })
  @OptionalText(MAX_NUMBER_LENGTH)
  from?: string;

  @ApiPropertyOptional({ description: 'The called number.', maxLength: MAX_NUMBER_LENGTH, example: '+15557654321' })
  @OptionalText(MAX_NUMBER_LENGTH)
  to?: string;

  @ApiPropertyOptional({ maxLength: MAX_NAME_LENGTH, example: 'Dana Reyes' })
  @OptionalText(MAX_NAME_LENGTH)
  customerName?: string;

  @ApiPropertyOptional({
    description:
      "Name of the person who spoke for the company. If omitted, the name comes from ServiceTitan or from the agent's introduction " +
      'in the call.',
    maxLength: MAX_AGENT_NAME_LENGTH,
    example: 'Paul Ruiz',
  })
  @OptionalText(MAX_AGENT_NAME_LENGTH)
  agentName?: string;

  @ApiPropertyOptional({
    description: 'ID of the job in the field-service platform.',
    maxLength: MAX_ID_LENGTH,
    example: '1204',
  })
  @OptionalText(MAX_ID_LENGTH)
  jobId?: string;

  @ApiPropertyOptional({
    description: 'ID of the customer in the field-service platform.',
    maxLength: MAX_ID_LENGTH,
    example: '880',
  })
  @OptionalText(MAX_ID_LENGTH)
  customerId?: string;

  @ApiPropertyOptional({
    description:
      'When the call took place, in ISO 8601. UTC unless a time zone is given. A call that is more than three days old when it ' +
      'arrives opens no follow-up and sends no alerts.',
    format: 'date-time',
    example: '2026-03-31T14:05:00Z',
  })
  @OptionalInstant()
  startedAt?: string;

  @ApiPropertyOptional({
    description: 'Public https URL that receives the result once the call has ended.',
    format: 'uri',
    maxLength: MAX_URL_LENGTH,
    example: 'https://n8n.example.com/webhook/ringwell',
  })
  @OptionalText(MAX_URL_LENGTH)
  callbackUrl?: string;

  @ApiPropertyOptional({
    description: 'Public https URL to fetch the recording from, instead of a file in the request.',
    format: 'uri',
    maxLength: MAX_URL_LENGTH,
    example: 'https://recordings.example.com/call-4711.mp3',
  })
  @OptionalText(MAX_URL_LENGTH)
  recordingUrl?: string;
}
