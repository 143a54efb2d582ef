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

import { CallCorrectionDto } from './call-correction.dto';
import { BookingFactDto, CallResultDto, CallTranscriptDto, TranscriptQualityDto } from './call-result.dto';
import { ServiceTitanWordProperty } from './service-titan-words.dto';

export class CallErrorDto {
  @ApiProperty({ example: 'RECORDING_UNREADABLE' })
  code!: string;

  @ApiProperty({ example: 'This file could not be read as a recording.' })
  message!: string;
}

class CallEnginesDto {
  @ApiProperty({ example: 'pocketsphinx' })
  transcription!: string;

  @ApiProperty({ example: 'local' })
  analysis!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The unavailable language model that the built-in analyst replaced, if any.',
    example: null,
  })
  fallbackFrom!: string | null;
}

class RecordingLossDto implements RecordingLoss {
  @ApiProperty({ description: 'Length of the readable part.', example: 9 })
  readSeconds!: number;

  @ApiProperty({ description: 'The length of the recording according to the file.', example: 18 })
  statedSeconds!: number;
}

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

  @ApiProperty({ type: String, nullable: true, example: 'call-4711' })
  externalId!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '98765432' })
  leadCallId!: string | null;

  @ApiProperty({ enum: CALL_DIRECTIONS, type: String, nullable: true, example: 'inbound' })
  direction!: CallDirection | null;

  @ApiProperty({ type: String, nullable: true, example: '+15551234567' })
  from!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '+15557654321' })
  to!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Dana Reyes' })
  customerName!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "Name of the agent for the company: the member's name, once the agent is matched.",
    example: 'Paul Ruiz',
  })
  agentName!: string | null;

  @ApiProperty({
    enum: AGENT_SOURCES,
    type: String,
    nullable: true,
    description:
      "Source of the agent's name: sent with the call, ServiceTitan, recognized in the call, or corrected by a user.",
    example: 'heard',
  })
  agentSource!: AgentSource | null;

  @ApiProperty({ type: String, nullable: true, example: '1204' })
  jobId!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '880' })
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

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
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

  @ApiProperty({
    enum: Object.keys(SKIP_REASONS),
    type: String,
    nullable: true,
    description: 'Why the call was skipped, if it was.',
    example: null,
  })
  skipReason!: SkipReason | null;

  @ApiProperty({ type: String, nullable: true, description: 'skipReason as a sentence.', example: null })
  skipMessage!: string | null;

  @ApiProperty({ type: CallErrorDto, nullable: true, description: 'Error of the last run, if any.' })
  error!: CallErrorDto | null;

  @ApiProperty({
    type: CallResultDto,
    nullable: true,
    description: 'Set once completed. Kept while the call is reprocessed, and if that fails.',
  })
  result!: CallResultDto | null;

  @ApiProperty({
    type: CallCorrectionDto,
    nullable: true,
    description: "The correction of the result's label, with the user and the original label, if there is one.",
  })
  correction!: CallCorrectionDto | null;

  @ApiProperty({
    type: BookingFactDto,
    nullable: true,
    description:
      "Whether a job in ServiceTitan shows that the call was booked, in addition to the result's booking. Null without a job.",
  })
  bookingFact!: BookingFactDto | null;

  @ApiProperty({ type: CallTranscriptDto, nullable: true, description: 'Transcript on which the result is based.' })
  transcript!: CallTranscriptDto | null;

  @ApiProperty({
    type: TranscriptQualityDto,
    nullable: true,
    description: 'Quality of that transcript; null if the engine reports no confidence.',
  })
  transcriptQuality!: TranscriptQualityDto | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Length of the recording.', example: 94.2 })
  durationSeconds!: number | null;

  @ApiProperty({
    type: RecordingLossDto,
    nullable: true,
    description: 'The readable part of the recording, if a part is missing or damaged.',
    example: null,
  })
  recordingLoss!: RecordingLossDto | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Time from the start of processing to its end.',
    example: 6.4,
  })
  processingSeconds!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Minutes counted for the call; null until it is completed.',
    example: 1.57,
  })
  usageMinutes!: number | null;

  @ApiProperty({ type: CallEnginesDto, nullable: true, description: 'Engines that produced the result.' })
  engines!: CallEnginesDto | null;
}
