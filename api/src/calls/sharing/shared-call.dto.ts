import { REVIEW_REASONS } from '@ringwell/domain/calls/analysis';
import { CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import { CALL_LABELS } from '@ringwell/domain/calls/call-label';
import { SHARE_SCOPES } from '@ringwell/domain/calls/shared-link';
import { SPEAKERS } from '@ringwell/domain/calls/transcript';

import { boolean, dateTime, FieldsType, listOf, number, object, oneOf, text } from '../../http/response/dto-fields';

class SharedSegmentDto extends FieldsType({
  speaker: oneOf(SPEAKERS, { example: 'customer' }),
  startMs: number({ description: 'Milliseconds from the start of the audio.', example: 1_200 }),
  text: text({ example: 'Hi, my air conditioner is blowing warm air.' }),
}) {}

class SharedResultDto extends FieldsType({
  label: oneOf(CALL_LABELS, {
    description: "The sentiment, or needs_review. Guesses aren't shared.",
    example: 'positive',
  }),
  reviewReason: oneOf(REVIEW_REASONS, { nullable: true, example: null }),
  topic: text({ nullable: true, description: 'Null if there is a summary.', example: null }),
  quotes: listOf(String, { description: 'Quotes that explain the label.', example: ['thank you so much'] }),
  summary: text({
    nullable: true,
    description: 'Null if no language model wrote one.',
    example: 'Dana Reyes called about an air conditioner that blows warm air.',
  }),
  keyPoints: listOf(String, { example: ['Air conditioner blows warm air'] }),
  followUp: text({
    nullable: true,
    description: 'What the company should do.',
    example: 'Call Dana Reyes back with a price',
  }),
}) {}

class SharedTranscriptDto extends FieldsType({
  isUnreliable: boolean({ description: 'Whether many words are probably wrong.', example: false }),
  speakersGuessed: boolean({
    description: 'Whether the speakers were identified only by what they said.',
    example: false,
  }),
  segments: listOf(SharedSegmentDto),
}) {}

export class SharedCallDto extends FieldsType({
  scope: oneOf(SHARE_SCOPES, { example: 'summary' }),
  sharedBy: text({
    description: "The company's name, or else the owner's, or else the product's.",
    example: 'Cedar Creek Plumbing',
  }),
  expiresAt: dateTime({ example: '2026-04-07T14:12:41.300Z' }),
  timeZone: text({ description: 'IANA time zone to show times in.', example: 'America/New_York' }),
  startedAt: dateTime({ description: 'When the call took place.', example: '2026-03-31T14:05:00.000Z' }),
  durationSeconds: number({ nullable: true, description: 'Length of the call, or of the clip.', example: 94.2 }),
  customerName: text({ nullable: true, description: 'Not shared for a clip.', example: 'Dana Reyes' }),
  phone: text({ nullable: true, description: "The customer's number. Only shared for a whole call.", example: null }),
  direction: oneOf(CALL_DIRECTIONS, { nullable: true, description: 'Not shared for a clip.', example: 'inbound' }),
  result: object(SharedResultDto, { nullable: true, description: 'Not shared for a clip.' }),
  transcript: object(SharedTranscriptDto, {
    nullable: true,
    description: 'Shared for a whole call or a clip until the transcript is deleted.',
  }),
  hasAudio: boolean({ description: 'Whether there is a recording to play.', example: false }),
}) {}
