import { ApiProperty } from '@nestjs/swagger';

import { REVIEW_REASONS, type ReviewReason } from '@ringwell/domain/calls/analysis';
import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/calls/call';
import { CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';
import { SHARED_SCOPES, type SharedScope } from '@ringwell/domain/calls/shared-link';
import { SPEAKERS, type Speaker } from '@ringwell/domain/calls/transcript';

import { ApiNullable } from '../../http/response/nullable.decorator';

class SharedSegmentDto {
  @ApiProperty({ enum: SPEAKERS, example: 'customer' })
  speaker!: Speaker;

  @ApiProperty({ description: 'Milliseconds from the start of the audio.', example: 1_200 })
  startMs!: number;

  @ApiProperty({ example: 'Hi, my air conditioner is blowing warm air.' })
  text!: string;
}

class SharedResultDto {
  @ApiProperty({
    enum: CALL_LABELS,
    description: 'The sentiment, or needs_review. A guess is not shared.',
    example: 'positive',
  })
  label!: CallLabel;

  @ApiNullable(String, { enum: REVIEW_REASONS, example: null })
  reviewReason!: ReviewReason | null;

  @ApiNullable(String, { description: 'Null next to a summary.', example: null })
  topic!: string | null;

  @ApiProperty({ type: [String], description: 'Quotes that explain the label.', example: ['thank you so much'] })
  quotes!: string[];

  @ApiNullable(String, {
    description: 'Null if no language model wrote one.',
    example: 'Dana Reyes called about an air conditioner that blows warm air.',
  })
  summary!: string | null;

  @ApiProperty({ type: [String], example: ['Air conditioner blows warm air'] })
  keyPoints!: string[];

  @ApiNullable(String, { description: 'What the company should do.', example: 'Call Dana Reyes back with a price' })
  followUp!: string | null;
}

class SharedTranscriptDto {
  @ApiProperty({ description: 'Whether many words are probably wrong.', example: false })
  isUnreliable!: boolean;

  @ApiProperty({ description: 'Whether agent and customer were told apart by their words alone.', example: false })
  speakersGuessed!: boolean;

  @ApiProperty({ type: [SharedSegmentDto] })
  segments!: SharedSegmentDto[];
}

export class SharedCallDto {
  @ApiProperty({ enum: SHARED_SCOPES, example: 'summary' })
  scope!: SharedScope;

  @ApiProperty({
    description: 'The company, or the product if the account has no company.',
    example: 'Cedar Creek Plumbing',
  })
  sharedBy!: string;

  @ApiProperty({ format: 'date-time', example: '2026-04-07T14:12:41.300Z' })
  expiresAt!: string;

  @ApiProperty({ description: 'IANA time zone of the times.', example: 'America/New_York' })
  timeZone!: string;

  @ApiProperty({ description: 'When the call took place.', format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  startedAt!: string;

  @ApiNullable(Number, { description: 'Length of the call, or of the clip.', example: 94.2 })
  durationSeconds!: number | null;

  @ApiNullable(String, { description: 'Not shared for a clip.', example: 'Dana Reyes' })
  customerName!: string | null;

  @ApiNullable(String, { description: "The customer's number, only for a whole call.", example: null })
  phone!: string | null;

  @ApiNullable(String, { enum: CALL_DIRECTIONS, description: 'Not shared for a clip.', example: 'inbound' })
  direction!: CallDirection | null;

  @ApiNullable(SharedResultDto, { description: 'Not shared for a clip.' })
  result!: SharedResultDto | null;

  @ApiNullable(SharedTranscriptDto, { description: 'For a whole call or a clip, while the transcript is kept.' })
  transcript!: SharedTranscriptDto | null;

  @ApiProperty({ description: 'Whether there is a recording to play.', example: false })
  hasAudio!: boolean;
}
