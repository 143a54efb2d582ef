import { ApiProperty } from '@nestjs/swagger';

import {
  CALL_DIRECTIONS,
  CALL_SOURCES,
  CALL_STATES,
  SKIP_REASONS,
  type CallDirection,
  type CallSource,
  type CallState,
  type SkipReason,
} from '@ringwell/domain/call';

import { CallResultDto, CallTranscriptDto } from './call-result.dto';

/** What kept a call from its result. */
export class CallErrorDto {
  @ApiProperty({ example: 'RECORDING_UNREADABLE' })
  code!: string;

  @ApiProperty({ example: 'This file cannot be read as a recording.' })
  message!: string;
}

class CallEnginesDto {
  @ApiProperty({ example: 'pocketsphinx' })
  transcription!: string;

  @ApiProperty({ example: 'local' })
  analysis!: string;
}

/** A call: its state and, once a run was completed, its result. */
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

  @ApiProperty({ type: String, nullable: true, example: '1204' })
  jobId!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '880' })
  customerId!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the call took place, as the sender said.',
    example: '2026-03-31T14:05:00.000Z',
  })
  startedAt!: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'When the call was handed in.',
    example: '2026-03-31T14:12:31.120Z',
  })
  receivedAt!: string;

  @ApiProperty({ description: 'Runs so far, the current one included.', example: 1 })
  attempts!: number;

  @ApiProperty({
    enum: Object.keys(SKIP_REASONS),
    type: String,
    nullable: true,
    description: 'Why the call was not processed, when it is skipped.',
    example: null,
  })
  skipReason!: SkipReason | null;

  @ApiProperty({ type: String, nullable: true, description: 'The same as a sentence.', example: null })
  skipMessage!: string | null;

  @ApiProperty({ type: CallErrorDto, nullable: true, description: 'What went wrong in the last run, if anything.' })
  error!: CallErrorDto | null;

  @ApiProperty({
    type: CallResultDto,
    nullable: true,
    description: 'Once completed. It stays while the call is processed again, and when that fails.',
  })
  result!: CallResultDto | null;

  @ApiProperty({ type: CallTranscriptDto, nullable: true, description: 'That of the result.' })
  transcript!: CallTranscriptDto | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Length of the recording.', example: 94.2 })
  durationSeconds!: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'From the start of the work to its end.', example: 6.4 })
  processingSeconds!: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Minutes the call counts for; null until it is completed.',
    example: 1.57,
  })
  usageMinutes!: number | null;

  @ApiProperty({ type: CallEnginesDto, nullable: true, description: 'What made the result.' })
  engines!: CallEnginesDto | null;
}
