import { ApiProperty } from '@nestjs/swagger';

import { REVIEW_REASONS, type ReviewReason } from '@ringwell/domain/calls/analysis';
import { CALL_STATES, type CallState } from '@ringwell/domain/calls/call';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';

import { ApiNullable } from '../../http/response/nullable.decorator';

const ID = '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10';

class DemoAnalysisDto {
  @ApiProperty({ description: 'Length of the recording in seconds.', example: 41.6 })
  duration!: number;

  @ApiProperty({
    enum: SENTIMENTS,
    description: 'How happy the customer is at the end of the call. A guess if needsReview.',
    example: 'positive',
  })
  sentiment!: Sentiment;

  @ApiProperty({
    description:
      'Whether the sentiment is only a guess and a person should listen to the call. Its label is then Needs a listen.',
    example: false,
  })
  needsReview!: boolean;

  @ApiNullable(String, {
    enum: REVIEW_REASONS,
    description:
      'Why the call needs review: the words are too unreliable or too few to judge, part of the recording could not be ' +
      'read, the analyst is not sure enough, ' +
      'or the customer was clearly both happy and unhappy.',
    example: null,
  })
  reviewReason!: ReviewReason | null;

  @ApiProperty({
    description: 'The transcript, one line per turn.',
    example: 'Agent: Good morning, this is Reyes HVAC.\nCustomer: Thank you for calling back.',
  })
  transcript!: string;

  @ApiProperty({
    example: 'The company confirmed the visit on Tuesday. The customer thanked it for its honest estimate.',
  })
  summary!: string;

  @ApiProperty({ type: [String], example: ['The visit is on Tuesday at nine.'] })
  keyPoints!: string[];

  @ApiProperty({
    description: '0 to 1: the approximate fraction of calls with this confidence that  are labeled correctly.',
    example: 0.93,
  })
  confidence!: number;

  @ApiProperty({ description: 'Processing time in seconds.', example: 6.4 })
  processingTime!: number;

  @ApiNullable(String, {
    description: "A note about the quality of this engine's transcripts, if there is one.",
    example: null,
  })
  engineNote!: string | null;
}

export class DemoResultDto {
  @ApiProperty({ type: DemoAnalysisDto })
  analysis!: DemoAnalysisDto;

  @ApiProperty({
    description: 'The result in the format of a job note.',
    example: 'Call From: Unknown\nCustomer Happiness: Positive\n\nThe company confirmed the visit on Tuesday.',
  })
  content!: string;
}

export class DemoUploadResultDto {
  @ApiProperty({ example: 'Your call is ready.' })
  message!: string;

  @ApiProperty({ type: DemoResultDto })
  result!: DemoResultDto;

  @ApiProperty({ format: 'uuid', example: ID })
  jobId!: string;
}

class DemoLinksDto {
  @ApiProperty({ description: "URL for the call's state and result.", example: `/api/demo/jobs/${ID}` })
  self!: string;
}

class DemoPendingJobDto {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({ enum: CALL_STATES, example: 'running' })
  state!: CallState;

  @ApiProperty({ type: DemoLinksDto })
  links!: DemoLinksDto;
}

export class DemoPendingDto {
  @ApiProperty({ example: 'Your call is still being analyzed. The result will be here in a moment.' })
  message!: string;

  @ApiProperty({ type: DemoPendingJobDto })
  job!: DemoPendingJobDto;
}

export class DemoErrorDto {
  @ApiProperty({ description: 'Stable, machine-readable error code.', example: 'NO_SPEECH' })
  code!: string;

  @ApiProperty({
    description: 'A message to show to users.',
    example: 'No speech in this recording.',
  })
  message!: string;
}
