import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsIn, IsISO8601, IsString, Length, Matches } from 'class-validator';

import {
  ASKED_TO_BOOK,
  BOOKINGS,
  REACHED,
  type AskedToBook,
  type Booking,
  type Reached,
} from '@ringwell/domain/calls/booking';
import { EDITABLE_FIELDS, MAX_EDIT_LENGTH, type TextField, type WordEdits } from '@ringwell/domain/calls/word-edits';

import { Trim } from '../../http/request/trim.decorator';
import { boolean, dateTime, FieldsType, listOf, oneOf, text } from '../../http/response/dto-fields';

const NULL_EXPLANATION = 'Null restores the original. If omitted, nothing changes.';

export class EditWordsDto implements WordEdits {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_EDIT_LENGTH.summary,
    description: `The summary as shown to people. ${NULL_EXPLANATION}`,
    example: "The door ordered in September hasn't arrived. Dana Reyes wants her deposit back.",
  })
  @EditableText('summary', /^(?:\P{Cc}|[\t\r\n])*$/u, 'Use plain text.')
  summary?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_EDIT_LENGTH.instruction,
    description: `What to do, on one line. ${NULL_EXPLANATION}`,
    example: "Refund Dana Reyes's $600 deposit; call today",
  })
  @EditableText('instruction', /^\P{Cc}*$/u, 'Use a single line of plain text.')
  instruction?: string | null;

  @EditableChoice(BOOKINGS, 'booked', 'The outcome of the call.')
  booking?: Booking | null;

  @EditableChoice(ASKED_TO_BOOK, null, 'Whether the agent asked for the booking; only for calls that are not booked.')
  asked?: AskedToBook | null;

  @EditableChoice(
    REACHED,
    null,
    "Whether a person on the customer's side spoke with the company; only for outbound calls.",
  )
  reached?: Reached | null;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      "editedAt of the latest edit you've seen, or null if there was none. If the call has been edited since then, " +
      'the response is 409. If omitted, the text is replaced regardless.',
    example: null,
  })
  @IsOptional()
  @IsISO8601({ strict: true }, { message: 'Send editedAt of the latest edit exactly as the response returned it.' })
  replaces?: string | null;
}

function EditableChoice(values: readonly string[], example: string | null, description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      enum: values,
      type: String,
      nullable: true,
      description: `${description} ${NULL_EXPLANATION}`,
      example,
    }),
    IsOptional(),
    IsIn(values, { message: `Send one of ${values.join(', ')}, or null to restore the original.` }),
  );
}

function EditableText(field: TextField, pattern: RegExp, message: string): PropertyDecorator {
  const lengthMessage = `Use 1 to ${MAX_EDIT_LENGTH[field].toLocaleString('en')} characters, or send null to restore the original.`;
  return applyDecorators(
    Trim(),
    IsOptional(),
    IsString({ message: 'This must be text or null.' }),
    Length(1, MAX_EDIT_LENGTH[field], { message: lengthMessage }),
    Matches(pattern, { message }),
  );
}

export class CallEditDto extends FieldsType({
  field: oneOf(EDITABLE_FIELDS, { example: 'summary' }),
  text: text({
    nullable: true,
    description: 'The new text or value. Null if the user restored the original.',
    example: "The door ordered in September hasn't arrived. Dana Reyes wants her deposit back.",
  }),
  editedBy: text({
    nullable: true,
    description: 'Name or email of the user. Null once the user is deleted.',
    example: 'Paul Ruiz',
  }),
  editedAt: dateTime({ example: '2026-03-31T15:20:08.412Z' }),
}) {}

export class CallWordsDto extends FieldsType({
  isWriting: boolean({
    description: 'Whether a language model is currently writing the text. If true, get the call again later.',
    example: false,
  }),
  edits: listOf(CallEditDto, { description: 'The latest 50 edits by users, newest first.' }),
  originalSummary: text({
    nullable: true,
    description: 'The summary before the edits. Null without an edit.',
    example: null,
  }),
  originalInstruction: text({
    nullable: true,
    description: 'The instruction before the edits; empty if there was no instruction. Null without an edit.',
    example: null,
  }),
  originalBooking: oneOf([...BOOKINGS, ''], {
    nullable: true,
    description: 'The outcome of the call before the edits; empty if it was unknown. Null without an edit.',
    example: null,
  }),
  originalAsked: oneOf([...ASKED_TO_BOOK, ''], {
    nullable: true,
    description: 'Like originalBooking, for asked.',
    example: null,
  }),
  originalReached: oneOf([...REACHED, ''], {
    nullable: true,
    description: 'Like originalBooking, for reached.',
    example: null,
  }),
}) {}
