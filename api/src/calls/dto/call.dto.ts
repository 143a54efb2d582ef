import { AGENT_SOURCES } from '@ringwell/domain/calls/agent';
import { CALL_DIRECTIONS, CALL_SOURCES, CALL_STATES, SKIP_REASONS } from '@ringwell/domain/calls/call';
import type { RecordingLoss } from '@ringwell/domain/calls/recording-loss';

import { boolean, dateTime, FieldsType, number, object, oneOf, text, uuid } from '../../http/response/dto-fields';
import { CallCorrectionDto } from './call-correction.dto';
import { BookingFactDto, CallResultDto, CallTranscriptDto, TranscriptQualityDto } from './call-result.dto';
import { ServiceTitanFieldProperty } from './service-titan-fields.dto';

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

class CallCustomerDto extends FieldsType({
  id: uuid({ example: 'b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10' }),
  name: text({
    nullable: true,
    description: "The name from the account's customer list, even if the sender only gave the number.",
    example: 'Dana Reyes',
  }),
}) {}

export class CallDto extends FieldsType({
  id: uuid({ example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' }),
  state: oneOf(CALL_STATES, {
    description: 'completed, skipped, failed and timed_out are final.',
    example: 'completed',
  }),
  source: oneOf(CALL_SOURCES, { example: 'n8n' }),
  externalId: text({ nullable: true, example: 'call-4711' }),
  leadCallId: text({ nullable: true, example: '98765432' }),
  direction: oneOf(CALL_DIRECTIONS, { nullable: true, example: 'inbound' }),
  from: text({ nullable: true, example: '+15551234567' }),
  to: text({ nullable: true, example: '+15557654321' }),
  customerName: text({ nullable: true, description: 'As sent with the call, or corrected.', example: 'Dana Reyes' }),
  customer: object(CallCustomerDto, {
    nullable: true,
    description: 'The customer in the customer list. Null without a result, or if nothing identifies the customer.',
  }),
  agentName: text({
    nullable: true,
    description: "Name of the company's agent. Once the agent is matched to a member, the member's name.",
    example: 'Paul Ruiz',
  }),
  agentSource: oneOf(AGENT_SOURCES, {
    nullable: true,
    description:
      "Source of the agent's name: sent with the call, ServiceTitan, recognized in the call, or corrected by a user.",
    example: 'heard',
  }),
  jobId: text({ nullable: true, example: '1204' }),
  customerId: text({ nullable: true, example: '880' }),
  callType: ServiceTitanFieldProperty('callType'),
  callReason: ServiceTitanFieldProperty('callReason'),
  campaign: ServiceTitanFieldProperty('campaign'),
  businessUnit: ServiceTitanFieldProperty('businessUnit'),
  tag: ServiceTitanFieldProperty('tag'),
  startedAt: dateTime({
    nullable: true,
    description: 'When the call took place, according to the sender.',
    example: '2026-03-31T14:05:00.000Z',
  }),
  receivedAt: dateTime({ description: 'When the call was received.', example: '2026-03-31T14:12:31.120Z' }),
  attempts: number({ description: 'Attempts so far, including the current one.', example: 1 }),
  skipReason: oneOf(Object.keys(SKIP_REASONS), {
    nullable: true,
    description: 'Why the call was skipped, if it was.',
    example: null,
  }),
  skipMessage: text({ nullable: true, description: 'skipReason as a sentence.', example: null }),
  error: object(CallErrorDto, { nullable: true, description: 'The error in the last run, if any.' }),
  result: object(CallResultDto, {
    nullable: true,
    description: 'Set once the call is completed. Kept during reprocessing and if it fails.',
  }),
  isWriting: boolean({
    description: 'Whether a language model is still writing the summary. If true, get the call again later.',
    example: false,
  }),
  correction: object(CallCorrectionDto, {
    nullable: true,
    description: 'The label correction, if any, with the user and the original label.',
  }),
  bookingFact: object(BookingFactDto, {
    nullable: true,
    description:
      "Whether a job in ServiceTitan shows that the call was booked, in addition to the result's booking. Null if no job was found, except for booked outbound calls.",
  }),
  transcript: object(CallTranscriptDto, { nullable: true, description: 'The transcript the result is based on.' }),
  transcriptQuality: object(TranscriptQualityDto, {
    nullable: true,
    description: "Quality of that transcript. Null if the engine doesn't report its confidence.",
  }),
  durationSeconds: number({ nullable: true, description: 'Length of the recording.', example: 94.2 }),
  recordingLoss: object(RecordingLossDto, {
    nullable: true,
    description: 'How much of the recording is readable, if part of it is missing or damaged.',
    example: null,
  }),
  processingSeconds: number({
    nullable: true,
    description: 'How long processing took.',
    example: 6.4,
  }),
  usageMinutes: number({
    nullable: true,
    description: 'Minutes counted for the call; null until it is completed.',
    example: 1.57,
  }),
  engines: object(CallEnginesDto, { nullable: true, description: 'Engines that produced the result.' }),
}) {}
