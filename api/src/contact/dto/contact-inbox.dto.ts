import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';

import { IsId } from '../../http/request/is-id.decorator';
import { ApiNullable } from '../../http/response/nullable.decorator';

export const INBOX_STATES = ['new', 'done'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

export class ContactInboxQuery {
  @ApiPropertyOptional({ enum: INBOX_STATES, default: 'new', example: 'new' })
  @IsIn(INBOX_STATES, { message: `This must be ${INBOX_STATES.join(' or ')}.` })
  state: InboxState = 'new';

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'The nextCursor of the previous page.',
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  })
  @IsOptional()
  @IsId('Use nextCursor from an earlier page, or omit it for the first page.')
  after?: string;
}

export class MarkContactMessageDto {
  @ApiProperty({ description: 'False marks the message as new again.', example: true })
  @IsBoolean({ message: 'This must be true or false.' })
  isDone!: boolean;
}

export class InboxMessageDto {
  @ApiProperty({ format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  id!: string;

  @ApiProperty({ example: 'Dana Reyes' })
  name!: string;

  @ApiProperty({ format: 'email', example: 'dana@reyes-hvac.example' })
  email!: string;

  @ApiNullable(String, { example: '(555) 010-0123' })
  phone!: string | null;

  @ApiNullable(String, { example: 'Reyes HVAC' })
  company!: string | null;

  @ApiProperty({ example: 'We answer about 900 calls a month. What would that cost us?' })
  message!: string;

  @ApiNullable('date-time', { example: null })
  doneAt!: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  createdAt!: string;
}

export class ContactInboxDto {
  @ApiProperty({ type: [InboxMessageDto] })
  items!: InboxMessageDto[];

  @ApiNullable('uuid', { description: 'Null on the last page.', example: null })
  next!: string | null;

  @ApiProperty({ type: 'integer', description: 'Total number of new messages.', example: 2 })
  newCount!: number;
}
