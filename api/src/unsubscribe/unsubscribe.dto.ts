import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class MailSubscriptionDto {
  @ApiProperty({ example: 'dana@reyes-hvac.example' })
  address!: string;

  @ApiProperty({ description: 'Whether the address gets email from the account.', example: false })
  isSubscribed!: boolean;

  @ApiProperty({
    description: 'A sentence stating whether the address is subscribed.',
    example: "dana@reyes-hvac.example won't get call emails from Reyes HVAC anymore.",
  })
  message!: string;
}

export class UnsubscribeFormDto {
  @ApiPropertyOptional({
    name: 'List-Unsubscribe',
    description: 'Email apps send this field (RFC 8058).',
    example: 'One-Click',
  })
  'List-Unsubscribe'?: string;

  @ApiPropertyOptional({
    enum: ['unsubscribe', 'subscribe'],
    description: '`subscribe` resubscribes.',
    example: 'unsubscribe',
  })
  action?: string;
}
