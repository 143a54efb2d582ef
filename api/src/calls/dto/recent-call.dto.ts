import { ApiProperty } from '@nestjs/swagger';

import type { UsageCallData } from '@ringwell/database/calls/usage.entity';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';

import { CallSummaryDto } from './call-summary.dto';

class CallPartyDto {
  @ApiProperty({ type: String, nullable: true, example: 'Dana Reyes' })
  name!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '+15551234567' })
  phone!: string | null;
}

class RecentCallMetadataDto {
  @ApiProperty({ type: CallPartyDto, description: 'The other side of the call: who called, or who was called.' })
  ldsData!: CallPartyDto;
}

class RecordedCallDto implements UsageCallData {
  @ApiProperty({
    description: 'The note as text; its first line says who called.',
    example: 'Call From: Dana Reyes, +15551234567\nCustomer Happiness: Positive\n\nThe air conditioner blows warm air.',
  })
  content!: string;

  @ApiProperty({ description: 'The account in the field-service platform.', example: '4711' })
  database!: string;

  @ApiProperty({ example: 'Cedar Creek Plumbing' })
  databaseDisplayName!: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Id of the lead call in the field-service platform.',
    example: 98_765_432,
  })
  leadCallId!: number | null;

  @ApiProperty({ enum: SENTIMENTS, example: 'positive' })
  sentiment!: Sentiment;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:12:41.300Z' })
  storedAt!: string;
}

/** One of the latest calls, under way or done. */
export class RecentCallDto extends CallSummaryDto {
  @ApiProperty({
    format: 'date-time',
    description: 'When its minutes were recorded; when it was handed in, until then.',
    example: '2026-03-31T14:12:41.300Z',
  })
  recordedAt!: string;

  @ApiProperty({ description: 'Minutes the call counts for; 0 until it is completed.', example: 1.57 })
  minutes!: number;

  @ApiProperty({ type: RecentCallMetadataDto })
  metadata!: RecentCallMetadataDto;

  @ApiProperty({
    type: RecordedCallDto,
    nullable: true,
    description: 'What was recorded of the call, once completed. It stays as the result does.',
  })
  callData!: RecordedCallDto | null;
}
