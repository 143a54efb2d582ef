import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';

import { OptionalId } from '../../http/request/is-id.decorator';
import { dateTime, FieldsType, integer, listOf, text, uuid } from '../../http/response/dto-fields';

export const INBOX_STATES = ['new', 'done'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

export class ContactInboxQuery {
  @ApiPropertyOptional({ enum: INBOX_STATES, default: 'new', example: 'new' })
  @IsIn(INBOX_STATES, { message: `This must be ${INBOX_STATES.join(' or ')}.` })
  state: InboxState = 'new';

  @OptionalId('Use `next` from an earlier page, or omit this for the first page.', {
    description: 'The value of `next` on the previous page.',
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  })
  after?: string;
}

export class MarkContactMessageDto {
  @ApiProperty({ description: 'False marks the message as new again.', example: true })
  @IsBoolean({ message: 'This must be true or false.' })
  isDone!: boolean;
}

export class InboxMessageDto extends FieldsType({
  id: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  name: text({ example: 'Dana Reyes' }),
  email: text({ format: 'email', example: 'dana@reyes-hvac.example' }),
  phone: text({ nullable: true, example: '(555) 010-0123' }),
  company: text({ nullable: true, example: 'Reyes HVAC' }),
  message: text({ example: 'We answer about 900 calls a month. What would that cost us?' }),
  doneAt: dateTime({ nullable: true, example: null }),
  createdAt: dateTime({ example: '2026-03-31T14:05:00.000Z' }),
}) {}

export class ContactInboxDto extends FieldsType({
  items: listOf(InboxMessageDto),
  next: uuid({ nullable: true, description: 'Null on the last page.', example: null }),
  newCount: integer({ description: 'Total number of new messages.', example: 2 }),
}) {}
