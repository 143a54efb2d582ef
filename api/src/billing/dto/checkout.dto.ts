import { ApiProperty } from '@nestjs/swagger';

export class CheckoutDto {
  @ApiProperty({
    format: 'uri',
    description: 'Page of the payment provider. Redirect the browser to it.',
    example: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
  })
  url!: string;
}

export class CheckoutSessionDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Recipient of the confirmation; null until the payment is complete.',
    example: 'dana@reyes-hvac.example',
  })
  customer_email!: string | null;
}
