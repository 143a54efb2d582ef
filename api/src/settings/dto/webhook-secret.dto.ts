import { ApiProperty } from '@nestjs/swagger';

/** A new signing secret, shown this once. */
export class WebhookSecretDto {
  @ApiProperty({
    description: 'Keep it: from now on it is only shown masked.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  webhookSecret!: string;
}
