import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import type { UsageCallData } from '@ringwell/database/calls/usage.entity';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { CallSummaryDto } from './call-summary.dto';

class CallPartyDto {
  @ApiNullable(String, { example: 'Dana Reyes' })
  name!: string | null;

  @ApiNullable(String, { example: '+15551234567' })
  phone!: string | null;
}

class RecentCallMetadataDto {
  @ApiProperty({
    type: CallPartyDto,
    description: 'The other party: the caller of an inbound call, or the callee of an outbound call.',
  })
  ldsData!: CallPartyDto;
}

class RecordedCallDto implements UsageCallData {
  @ApiProperty({
    description: 'The note as text. Its first line names the caller.',
    example: 'Call From: Dana Reyes, +15551234567\nCustomer Happiness: Positive\n\nThe air conditioner blows warm air.',
  })
  content!: string;

  @ApiProperty({ description: 'The account in the field-service platform.', example: '4711' })
  database!: string;

  @ApiProperty({ example: 'Cedar Creek Plumbing' })
  databaseDisplayName!: string;

  @ApiNullable(Number, { description: 'ID of the lead call in the field-service platform.', example: 98_765_432 })
  leadCallId!: number | null;

  @ApiProperty({ enum: SENTIMENTS, description: 'A guess if needsReview.', example: 'positive' })
  sentiment!: Sentiment;

  @ApiPropertyOptional({ description: 'Missing for calls that predate this field.', example: false })
  needsReview?: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:12:41.300Z' })
  storedAt!: string;
}

export class RecentCallDto extends CallSummaryDto {
  @ApiProperty({
    format: 'date-time',
    description: "When the call's minutes were recorded, or when it was received if they are not recorded yet.",
    example: '2026-03-31T14:12:41.300Z',
  })
  recordedAt!: string;

  @ApiProperty({ description: 'Minutes counted for the call; 0 until it is completed.', example: 1.57 })
  minutes!: number;

  @ApiProperty({ type: RecentCallMetadataDto })
  metadata!: RecentCallMetadataDto;

  @ApiNullable(RecordedCallDto, {
    description: 'Usage recorded for the call, once completed. Kept as long as the result.',
  })
  callData!: RecordedCallDto | null;
}
