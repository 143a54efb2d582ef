import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';

import { Email } from '../../http/request/email.decorator';
import { FieldsType, text } from '../../http/response/dto-fields';
import { OptionalLine, RequiredLine, RequiredText } from './text.decorator';

const MAX_NAME_LENGTH = 200;
const MAX_PHONE_LENGTH = 50;
const MAX_MESSAGE_LENGTH = 5_000;

export class ContactMessageDto {
  @ApiProperty({ maxLength: MAX_NAME_LENGTH, example: 'Dana Reyes' })
  @RequiredLine(MAX_NAME_LENGTH, 'Name is required')
  name!: string;

  @ApiProperty({ format: 'email', example: 'dana@reyes-hvac.example' })
  @Email('Please enter a valid email address')
  email!: string;

  @ApiPropertyOptional({ maxLength: MAX_PHONE_LENGTH, example: '(555) 010-0123' })
  @OptionalLine(MAX_PHONE_LENGTH)
  phone?: string;

  @ApiPropertyOptional({ maxLength: MAX_NAME_LENGTH, example: 'Reyes HVAC' })
  @OptionalLine(MAX_NAME_LENGTH)
  company?: string;

  @ApiProperty({
    maxLength: MAX_MESSAGE_LENGTH,
    example: 'We answer about 900 calls a month. What would that cost us?',
  })
  @RequiredText(MAX_MESSAGE_LENGTH, 'Message is required')
  message!: string;

  @ApiPropertyOptional({
    description: 'Honeypot field, hidden from users. Messages that fill it in are discarded.',
    example: '',
  })
  @IsOptional()
  @IsString({ message: 'This must be text.' })
  website?: string;
}

export class ContactResponseDto extends FieldsType({
  message: text({ example: "Thank you for your message. We'll get back to you soon." }),
}) {}
