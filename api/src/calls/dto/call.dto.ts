import { ApiProperty } from '@nestjs/swagger';

import { AGENT_SOURCES, type AgentSource } from '@ringwell/domain/calls/agent';
import {
  CALL_DIRECTIONS,
  CALL_SOURCES,
  CALL_STATES,
  SKIP_REASONS,
  type CallDirection,
  type CallSource,
  type CallState,
  type SkipReason,
} from '@ringwell/domain/calls/call';
import type { RecordingLoss } from '@ringwell/domain/calls/recording-loss';
import { FieldsType } from '@ringwell/platform/fields-type';

import { number, text } from '../../http/response/fields';
import { ApiNullable } from '../../http/response/nullable.decorator';
import { CallCorrectionDto } from './call-correction.dto';
import { BookingFactDto, CallResultDto, CallTranscriptDto, TranscriptQualityDto } from './call-result.dto';
import { ServiceTitanWordProperty } from './service-titan-words.dto';

export class CallErrorDto extends FieldsType({
  code: text({ example: 'RECORDING_UNREADABLE' }),
  message: text({ example: 'This file could not be read as a recording.' }),
}) {}

class CallEnginesDto extends FieldsType({
  transcription: text({ example: 'pocketsphinx' }),
  analysis: text({ example: 'local' }),
  fallbackFrom: text({
    nullable: true,
    description: 'The unavailable language model that the built-in analyst replaced, if any.',
    example: null,
  }),
}) {}

class RecordingLossDto
  extends FieldsType({
    readSeconds: number({ description: 'Length of the readable part.', example: 9 }),
    statedSeconds: number({ description: 'The length of the recording according to the file.', example: 18 }),
  })
  implements RecordingLoss {}

export class CallDto {
  @ApiProperty({ format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  id!: string;

  @ApiProperty({
    enum: CALL_STATES,
    description: 'completed, skipped, failed and timed_out are final.',
    example: 'completed',
  })
  state!: CallState;

  @ApiProperty({ enum: CALL_SOURCES, example: 'n8n' })
  source!: CallSource;

  @ApiNullable(String, { example: 'call-4711' })
  externalId!: string | null;

  @ApiNullable(String, { example: '98765432' })
  leadCallId!: string | null;

  @ApiNullable(String, { enum: CALL_DIRECTIONS, example: 'inbound' })
  direction!: CallDirection | null;

  @ApiNullable(String, { example: '+15551234567' })
  from!: string | null;

  @ApiNullable(String, { example: '+15557654321' })
  to!: string | null;

  @ApiNullable(String, { example: 'Dana Reyes' })
  customerName!: string | null;

  @ApiNullable(String, {
    description: "Name of the agent for the company: the member's name, once the agent is matched.",
    example: 'Paul Ruiz',
  })
  agentName!: string | null;

  @ApiNullable(String, {
    enum: AGENT_SOURCES,
    description:
      "Source of the agent's name: sent with the call, ServiceTitan, recognized in the call, or corrected by a user.",
    example: 'heard',
  })
  agentSource!: AgentSource | null;

  @ApiNullable(String, { example: '1204' })
  jobId!: string | null;

  @ApiNullable(String, { example: '880' })
  customerId!: string | null;

  @ServiceTitanWordProperty('callType')
  callType!: string | null;

  @ServiceTitanWordProperty('callReason')
  callReason!: string | null;

  @ServiceTitanWordProperty('campaign')
  campaign!: string | null;

  @ServiceTitanWordProperty('businessUnit')
  businessUnit!: string | null;

  @ServiceTitanWordProperty('tag')
  tag!: string | null;

  @ApiNullable('date-time', {
    description: 'When the call took place, according to the sender.',
    example: '2026-03-31T14:05:00.000Z',
  })
  startedAt!: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'When the call was received.',
    example: '2026-03-31T14:12:31.120Z',
  })
  receivedAt!: string;

  @ApiProperty({ description: 'Attempts so far, including the current one.', example: 1 })
  attempts!: number;

  @ApiNullable(String, {
    enum: Object.keys(SKIP_REASONS),
    description: 'Why the call was skipped, if it was.',
    example: null,
  })
  skipReason!: SkipReason | null;

  @ApiNullable(String, { description: 'skipReason as a sentence.', example: null })
  skipMessage!: string | null;

  @ApiNullable(CallErrorDto, { description: 'The error in the last run, if any.' })
  error!: CallErrorDto | null;

  @ApiNullable(CallResultDto, {
    description: 'Set once completed. Kept while the call is reprocessed, and if that fails.',
  })
  result!: CallResultDto | null;

  @ApiNullable(CallCorrectionDto, {
    description: "The correction of the result's label, with the user and the original label, if there is one.",
  })
  correction!: CallCorrectionDto | null;

  @ApiNullable(BookingFactDto, {
    description:
      "Whether a job in ServiceTitan shows that the call was booked, in addition to the result's booking. Null without a job.",
  })
  bookingFact!: BookingFactDto | null;

  @ApiNullable(CallTranscriptDto, { description: 'Transcript on which the result is based.' })
  transcript!: CallTranscriptDto | null;

  @ApiNullable(TranscriptQualityDto, {
    description: 'Quality of that transcript; null if the engine reports no confidence.',
  })
  transcriptQuality!: TranscriptQualityDto | null;

  @ApiNullable(Number, { description: 'Length of the recording.', example: 94.2 })
  durationSeconds!: number | null;

  @ApiNullable(RecordingLossDto, {
    description: 'The readable part of the recording, if a part is missing or damaged.',
    example: null,
  })
  recordingLoss!: RecordingLossDto | null;

  @ApiNullable(Number, { description: 'Time from the start of processing to its end.', example: 6.4 })
  processingSeconds!: number | null;

  @ApiNullable(Number, { description: 'Minutes counted for the call; null until it is completed.', example: 1.57 })
  usageMinutes!: number | null;

  @ApiNullable(CallEnginesDto, { description: 'Engines that produced the result.' })
  engines!: CallEnginesDto | null;
}
