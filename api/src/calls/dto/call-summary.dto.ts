import { IntersectionType, PickType } from '@nestjs/swagger';

import { CALL_FLAGS } from '@ringwell/domain/calls/call-flags';
import { CALL_LABEL_NAMES } from '@ringwell/domain/calls/call-label';
import type { Mark, Passage } from '@ringwell/domain/calls/search-passage';
import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';
import { SPEAKERS } from '@ringwell/domain/calls/transcript';

import {
  boolean,
  dateTime,
  FieldsType,
  listOf,
  number,
  object,
  oneOf,
  someOf,
  text,
} from '../../http/response/dto-fields';
import { CallCorrectionDto } from './call-correction.dto';
import { CallResultDto } from './call-result.dto';
import { CallDto } from './call.dto';

export class CallSummaryDto extends FieldsType(
  IntersectionType(
    PickType(CallDto, [
      'id',
      'state',
      'source',
      'direction',
      'from',
      'to',
      'agentName',
      'receivedAt',
      'durationSeconds',
      'skipReason',
      'skipMessage',
      'error',
    ] as const),
    PickType(CallResultDto, ['needsReview', 'reviewReason', 'topic'] as const),
  ),
  {
    customerName: text({
      nullable: true,
      description: "The name from the account's customer list, even if the sender only gave the number.",
      example: 'Dana Reyes',
    }),
    startedAt: dateTime({
      nullable: true,
      description: "When the call took place, per the sender. Lists use receivedAt if it's null or in the future.",
      example: '2026-03-31T14:05:00.000Z',
    }),
    sentiment: oneOf(SENTIMENTS, {
      nullable: true,
      description:
        'A guess if needsReview is true. Set once the call is completed. Kept during reprocessing and if it fails.',
      example: 'positive',
    }),
    label: oneOf(Object.values(CALL_LABEL_NAMES), {
      nullable: true,
      description: 'The label to show: the sentiment, or Needs a listen.',
      example: 'Positive',
    }),
    flags: someOf(CALL_FLAGS, {
      description:
        "Flags from the customer's words, in addition to the label: someone may be in danger, or the customer mentions a lawyer or a licensing board.",
      example: [],
    }),
    correction: object(CallCorrectionDto, {
      nullable: true,
      description: 'The label correction, if any, with the user and the original label.',
    }),
    summary: text({
      nullable: true,
      description: 'The summary on one line.',
      example: 'Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.',
    }),
  },
) {}

class CallMarkDto
  extends FieldsType({
    start: number({
      description: 'Position of the first character in the text, starting at 0, in UTF-16 code units.',
      example: 21,
    }),
    end: number({ description: 'Position after the last character.', example: 29 }),
  })
  implements Mark {}

class CallMatchDto
  extends FieldsType({
    source: oneOf(['transcript', 'summary'], { example: 'transcript' }),
    text: text({
      description: 'A sentence, shortened if it is long.',
      example: 'The upstairs unit is blowing warm air.',
    }),
    marks: listOf(CallMarkDto, { description: 'The matching words in the sentence.' }),
    speaker: oneOf(SPEAKERS, { nullable: true, description: 'Null for a match in the summary.', example: 'customer' }),
    startSeconds: number({
      nullable: true,
      description: "Start of the speaker's segment in the recording. Null for a match in the summary.",
      example: 12.4,
    }),
  })
  implements Passage {}

export class ListedCallDto extends FieldsType(CallSummaryDto, {
  match: object(CallMatchDto, {
    nullable: true,
    description:
      'For a search: the sentence that contains the most search words. Null if only a name, number or ID matches.',
  }),
}) {}

export class CallPageDto extends FieldsType({
  items: listOf(ListedCallDto),
  isSimilar: boolean({
    description:
      'For a search: true if no call contains these words and the list shows calls with similarly named customers.',
    example: false,
  }),
  nextCursor: text({
    nullable: true,
    description: 'Send this value as cursor to get the next page. Null on the last page.',
    example: 'MTc3NDk2NjM1MTEyMDAwMC43ZTdhMmMxZS02YTNmLTRkMGItOWE2MC0wYjVjM2IyZDlmMTA',
  }),
}) {}
