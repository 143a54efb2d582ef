import { ApiProperty } from '@nestjs/swagger';

export class WebhookSecretDto {
  @ApiProperty({
    description: 'Store it now: from now on it is only shown masked.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  webhookSecret!: string;
}
