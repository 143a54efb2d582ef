import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import type { Analysis, Evidence, FollowUp, MoodSpan } from '@ringwell/domain/analysis';
import { SENTIMENT_LABELS, SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';
import { SPEAKERS, type Speaker, type TranscriptSegment } from '@ringwell/domain/transcript';

class EvidenceDto implements Evidence {
  @ApiProperty({ description: 'What the quote supports: a label, or a sentence of the summary.', example: 'Positive' })
  claim!: string;

  @ApiProperty({ description: 'Index of the transcript segment.', example: 12 })
  segment!: number;

  @ApiProperty({ description: 'Milliseconds from the start of the recording.', example: 64_200 })
  startMs!: number;

  @ApiProperty({ example: 67_900 })
  endMs!: number;

  @ApiProperty({ description: 'What was said there.', example: 'thank you so much for coming out today' })
  quote!: string;
}

class FollowUpDto implements FollowUp {
  @ApiProperty({ description: 'Whether the company has to follow up.', example: true })
  needed!: boolean;

  @ApiPropertyOptional({ example: 'Call back with a price for the compressor.' })
  what?: string;
}

class MoodSpanDto implements MoodSpan {
  @ApiProperty({ description: 'Milliseconds from the start of the recording.', example: 0 })
  startMs!: number;

  @ApiProperty({ example: 30_000 })
  endMs!: number;

  @ApiProperty({ enum: SENTIMENTS, example: 'neutral' })
  sentiment!: Sentiment;
}

export class CallResultDto implements Omit<Analysis, 'engine'> {
  @ApiProperty({ enum: SENTIMENTS, example: 'positive' })
  sentiment!: Sentiment;

  @ApiProperty({
    enum: Object.values(SENTIMENT_LABELS),
    description: 'Display name of the sentiment.',
    example: 'Positive',
  })
  label!: string;

  @ApiProperty({
    description: '0 to 1: about this share of calls with this confidence is labeled correctly.',
    example: 0.93,
  })
  confidence!: number;

  @ApiProperty({
    description: 'Two to four sentences.',
    example: 'Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.',
  })
  summary!: string;

  @ApiProperty({ type: [String], example: ['Air conditioner blows warm air', 'Visit on Tuesday at 9'] })
  keyPoints!: string[];

  @ApiProperty({ description: 'Why the customer called.', example: 'The air conditioner blows warm air.' })
  reason!: string;

  @ApiProperty({ description: 'How the call ended.', example: 'A visit is booked.' })
  outcome!: string;

  @ApiProperty({ type: FollowUpDto })
  followUp!: FollowUpDto;

  @ApiProperty({ type: [EvidenceDto] })
  evidence!: EvidenceDto[];

  @ApiProperty({ type: [MoodSpanDto], description: "The customer's mood over the course of the call." })
  course!: MoodSpanDto[];
}

class TranscriptSegmentDto implements TranscriptSegment {
  @ApiProperty({
    enum: SPEAKERS,
    description: 'unknown if the speakers cannot be told apart.',
    example: 'customer',
  })
  speaker!: Speaker;

  @ApiProperty({ description: 'Milliseconds from the start of the recording.', example: 1_200 })
  startMs!: number;

  @ApiProperty({ example: 4_700 })
  endMs!: number;

  @ApiProperty({ example: 'Hi, my air conditioner is blowing warm air.' })
  text!: string;

  @ApiPropertyOptional({ description: '0 to 1, if the engine provides one.', example: 0.82 })
  confidence?: number;
}

export class CallTranscriptDto {
  @ApiProperty({ description: 'Engine that produced the transcript.', example: 'openai:whisper-1' })
  engine!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'A note about the quality of transcripts of this engine, if there is one.',
    example: null,
  })
  engineNote!: string | null;

  @ApiProperty({ description: 'BCP 47.', example: 'en' })
  language!: string;

  @ApiProperty({ type: [TranscriptSegmentDto] })
  segments!: TranscriptSegmentDto[];
}
