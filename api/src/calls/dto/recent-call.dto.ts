import type { UsageCallData } from '@ringwell/database/calls/usage.entity';
import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';

import { boolean, dateTime, FieldsType, number, object, oneOf, text } from '../../http/response/dto-fields';
import { CallSummaryDto } from './call-summary.dto';

class CallPartyDto extends FieldsType({
  name: text({ nullable: true, example: 'Dana Reyes' }),
  phone: text({ nullable: true, example: '+15551234567' }),
}) {}

class RecentCallMetadataDto extends FieldsType({
  ldsData: object(CallPartyDto, {
    description: 'The other party: the caller of an inbound call, or the callee of an outbound call.',
  }),
}) {}

class RecordedCallDto
  extends FieldsType({
    content: text({
      description: 'The note as text. Its first line names the caller.',
      example:
        'Call From: Dana Reyes, +15551234567\nCustomer Happiness: Positive\n\nThe air conditioner blows warm air.',
    }),
    database: text({ description: 'The account in the field-service platform.', example: '4711' }),
    databaseDisplayName: text({ example: 'Cedar Creek Plumbing' }),
    leadCallId: number({
      nullable: true,
      description: 'ID of the lead call in the field-service platform.',
      example: 98_765_432,
    }),
    sentiment: oneOf(SENTIMENTS, { description: 'A guess if needsReview is true.', example: 'positive' }),
    needsReview: boolean({
      required: false,
      description: 'Missing for calls that predate this field.',
      example: false,
    }),
    storedAt: dateTime({ example: '2026-03-31T14:12:41.300Z' }),
  })
  implements UsageCallData {}

export class RecentCallDto extends FieldsType(CallSummaryDto, {
  recordedAt: dateTime({
    description: "When the call's minutes were recorded, or when it was received if they haven't been recorded yet.",
    example: '2026-03-31T14:12:41.300Z',
  }),
  minutes: number({ description: 'Minutes counted for the call; 0 until it is completed.', example: 1.57 }),
  metadata: object(RecentCallMetadataDto),
  callData: object(RecordedCallDto, {
    nullable: true,
    description: 'Usage recorded for the call once it is completed. Kept as long as the result.',
  }),
}) {}
