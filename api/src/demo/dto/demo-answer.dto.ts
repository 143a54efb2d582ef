import { ApiProperty } from '@nestjs/swagger';

import { CALL_STATES, type CallState } from '@ringwell/domain/call';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';

const ID = '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10';

class DemoAnalysisDto {
  @ApiProperty({ description: 'Length of the recording in seconds.', example: 41.6 })
  duration!: number;

  @ApiProperty({ enum: SENTIMENTS, description: 'How happy the customer is as the call ends.', example: 'positive' })
  sentiment!: Sentiment;

  @ApiProperty({
    description: 'The words, one line for each turn.',
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
    description: 'From 0 to 1: of calls labelled with this confidence, about that share is labelled rightly.',
    example: 0.93,
  })
  confidence!: number;

  @ApiProperty({ description: 'Seconds from the start of the work to its end.', example: 6.4 })
  processingTime!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What to know of the engine that wrote the transcript, if anything.',
    example: null,
  })
  engineNote!: string | null;
}

/** What came of a demo. */
export class DemoResultDto {
  @ApiProperty({ type: DemoAnalysisDto })
  analysis!: DemoAnalysisDto;

  @ApiProperty({
    description: 'The same as a note, as it would be written for a job.',
    example: 'Call From: Unknown\nCustomer Happiness: Positive\n\nThe company confirmed the visit on Tuesday.',
  })
  content!: string;
}

/** The answer to an upload whose result is there. */
export class DemoAnswerDto {
  @ApiProperty({ example: 'Your call has been analysed.' })
  message!: string;

  @ApiProperty({ type: DemoResultDto })
  result!: DemoResultDto;

  @ApiProperty({ format: 'uuid', example: ID })
  jobId!: string;
}

class DemoLinksDto {
  @ApiProperty({ description: 'Where state and result are.', example: `/api/demo/jobs/${ID}` })
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

/** The answer to an upload that is still worked on. */
export class DemoPendingDto {
  @ApiProperty({ example: 'Your call is still being analysed. The result will be here in a moment.' })
  message!: string;

  @ApiProperty({ type: DemoPendingJobDto })
  job!: DemoPendingJobDto;
}

/** Why there is no result. */
export class DemoErrorDto {
  @ApiProperty({ description: 'Stable; programs switch on it.', example: 'NO_SPEECH' })
  code!: string;

  @ApiProperty({
    description: 'A sentence for people.',
    example: 'No speech in this recording.',
  })
  message!: string;
}
