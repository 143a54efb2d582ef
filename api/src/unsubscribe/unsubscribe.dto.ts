import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** How things stand after a request. */
export class MailSubscriptionDto {
  @ApiProperty({ example: 'dana@reyes-hvac.example' })
  address!: string;

  @ApiProperty({ description: 'Whether the address gets mails of the account.', example: false })
  isSubscribed!: boolean;

  @ApiProperty({
    description: 'The same as a sentence.',
    example: 'dana@reyes-hvac.example gets no more mails about calls of Reyes HVAC.',
  })
  message!: string;
}

/** What mail programs and our own page send. Every other body unsubscribes, too. */
export class UnsubscribeFormDto {
  @ApiPropertyOptional({
    name: 'List-Unsubscribe',
    description: 'One-Click: sent by mail programs (RFC 8058).',
    example: 'One-Click',
  })
  'List-Unsubscribe'?: string;

  @ApiPropertyOptional({
    enum: ['unsubscribe', 'subscribe'],
    description: '`subscribe` undoes it.',
    example: 'unsubscribe',
  })
  action?: string;
}
