import { OmitType } from '@nestjs/swagger';

import { AUDIO_REDACTIONS } from '@ringwell/domain/redaction/audio-redaction';

import {
  boolean,
  dateTime,
  FieldsType,
  integer,
  listOf,
  number,
  object,
  oneOf,
  text,
} from '../../http/response/dto-fields';
import { CallDto } from './call.dto';
import { CallWordsDto } from './edit-words.dto';

class FullCallLinksDto extends FieldsType({
  self: text({ example: '/api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' }),
  audio: text({
    nullable: true,
    description: 'The recording, if there is one.',
    example: '/api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/audio',
  }),
  transcript: text({
    nullable: true,
    description: 'The transcript, if there is a result.',
    example: '/api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/transcript',
  }),
  deliveries: text({
    description: 'The messages about the call.',
    example: '/api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/deliveries',
  }),
}) {}

class CallRecordDto extends FieldsType({
  database: text({ description: 'The account in the field-service platform.', example: '4711' }),
  databaseDisplayName: text({ example: 'Cedar Creek Plumbing' }),
  storedAt: dateTime({ example: '2026-03-31T14:12:41.300Z' }),
}) {}

class ToneDto extends FieldsType({
  startMs: integer({ description: 'Milliseconds from the start of the recording.', example: 61_250 }),
  endMs: integer({ example: 67_900 }),
}) {}

export class FullCallDto extends FieldsType(OmitType(CallDto, ['isWriting', 'transcript'] as const), {
  runNumber: number({ description: 'Starts at 1 and increases each time the call is reprocessed.', example: 1 }),
  resultRunNumber: integer({
    nullable: true,
    description:
      'Number of the run that produced the result. During reprocessing, or if it failed, the number of an earlier ' +
      'run. Null without a result.',
    example: 1,
  }),
  hasRecording: boolean({ description: 'Whether the recording is available.', example: true }),
  hasGivenTranscript: boolean({
    description: 'Whether the sender sent a transcript instead of a recording. If so, the call never has a recording.',
    example: false,
  }),
  audioRedaction: oneOf(AUDIO_REDACTIONS, {
    nullable: true,
    description:
      "Progress of replacing card numbers and other secrets in the recording with a tone. unchecked: the call hasn't " +
      "been transcribed yet. pending: the positions are known. done: the recording is available. Null if the account doesn't " +
      'redact audio.',
    example: 'done',
  }),
  tones: listOf(ToneDto, { description: 'Positions of the tone in the recording.' }),
  recordingExpiredAt: dateTime({
    nullable: true,
    description: 'When the recording was deleted under the retention policy.',
    example: null,
  }),
  transcriptExpiredAt: dateTime({
    nullable: true,
    description: 'When the transcript was deleted under the retention policy. The summary and label are kept.',
    example: null,
  }),
  words: object(CallWordsDto, {
    nullable: true,
    description: 'Edits to the result, with the originals. Null without a result.',
  }),
  peaks: listOf(Number, {
    nullable: true,
    description: 'Waveform for the player: loudness from 0 to 100.',
    example: [4, 38, 61, 17],
  }),
  customerChannel: number({
    nullable: true,
    description: 'Audio channel of the customer (0 left, 1 right), if each side has its own.',
    example: 1,
  }),
  record: object(CallRecordDto, {
    nullable: true,
    description: 'The usage record and the time of the result, if there is a result.',
  }),
  links: object(FullCallLinksDto),
}) {}
