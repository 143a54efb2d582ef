import { ApiProperty } from '@nestjs/swagger';

export class WebhookSecretDto {
  @ApiProperty({
    description: "Store the secret now. After this, it's only shown masked.",
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  webhookSecret!: string;
}
