import { ApiProperty, OmitType } from '@nestjs/swagger';

import { AUDIO_REDACTIONS, type AudioRedaction } from '@ringwell/domain/redaction/audio-redaction';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { CallDto } from './call.dto';
import { CallWordsDto } from './edit-words.dto';

class FullCallLinksDto {
  @ApiProperty({ example: '/api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  self!: string;

  @ApiNullable(String, {
    description: 'The recording, if there is one.',
    example: '/api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/audio',
  })
  audio!: string | null;

  @ApiNullable(String, {
    description: 'The transcript, if there is a result.',
    example: '/api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/transcript',
  })
  transcript!: string | null;

  @ApiProperty({
    description: 'The messages about the call.',
    example: '/api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/deliveries',
  })
  deliveries!: string;
}

class CallRecordDto {
  @ApiProperty({ description: 'The account in the field-service platform.', example: '4711' })
  database!: string;

  @ApiProperty({ example: 'Cedar Creek Plumbing' })
  databaseDisplayName!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:12:41.300Z' })
  storedAt!: string;
}

class CallCustomerDto {
  @ApiProperty({ format: 'uuid', example: 'b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10' })
  id!: string;

  @ApiNullable(String, {
    description: "The name from the account's customer list, even if the sender only gave the number.",
    example: 'Dana Reyes',
  })
  name!: string | null;
}

class ToneDto {
  @ApiProperty({ type: 'integer', description: 'Milliseconds from the start of the recording.', example: 61_250 })
  startMs!: number;

  @ApiProperty({ type: 'integer', example: 67_900 })
  endMs!: number;
}

export class FullCallDto extends OmitType(CallDto, ['transcript'] as const) {
  @ApiNullable(CallCustomerDto, {
    description: 'Id in the list of customers. Null without a result, or if nothing identifies the customer.',
  })
  customer!: CallCustomerDto | null;

  @ApiProperty({ description: 'Starts at 1 and increases each time the call is reprocessed.', example: 1 })
  runNumber!: number;

  @ApiNullable('integer', {
    description:
      'Run that produced the result: an earlier one while the call is reprocessed, or if that failed. ' +
      'Null without a result.',
    example: 1,
  })
  resultRunNumber!: number | null;

  @ApiProperty({ description: 'Whether the recording is available.', example: true })
  hasRecording!: boolean;

  @ApiProperty({
    description: 'Whether the sender sent a transcript instead of a recording. Such a call never has a recording.',
    example: false,
  })
  hasGivenTranscript!: boolean;

  @ApiProperty({
    enum: AUDIO_REDACTIONS,
    nullable: true,
    description:
      'Whether a tone replaces card numbers and other secrets in the recording. unchecked: not known until the  ' +
      'call is transcribed. pending: the positions are known. The recording becomes available once it is done. Null if the ' +
      'account does not redact audio.',
    example: 'done',
  })
  audioRedaction!: AudioRedaction | null;

  @ApiProperty({ type: [ToneDto], description: 'Positions of the tone in the recording.' })
  tones!: ToneDto[];

  @ApiNullable('date-time', {
    description: 'When the recording was deleted under the retention policy.',
    example: null,
  })
  recordingExpiredAt!: string | null;

  @ApiNullable('date-time', {
    description: 'When the transcript was deleted under the retention policy. The summary and label are kept.',
    example: null,
  })
  transcriptExpiredAt!: string | null;

  @ApiNullable(CallWordsDto, { description: "Edits and originals of the result's words. Null without a result." })
  words!: CallWordsDto | null;

  @ApiNullable([Number], { description: 'Waveform for the player: loudness from 0 to 100.', example: [4, 38, 61, 17] })
  peaks!: number[] | null;

  @ApiNullable(Number, {
    description:
      'Audio channel of the customer (0 left, 1 right), if each side has its own. Kept when the call is reprocessed.',
    example: 1,
  })
  customerChannel!: number | null;

  @ApiNullable(CallRecordDto, { description: 'The usage record and the time of the result, if there is a result.' })
  record!: CallRecordDto | null;

  @ApiProperty({ type: FullCallLinksDto })
  links!: FullCallLinksDto;
}
