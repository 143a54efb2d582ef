import { ApiProperty } from '@nestjs/swagger';

/** Where to pay. */
export class CheckoutDto {
  @ApiProperty({
    format: 'uri',
    description: 'Page of the payment provider; send the browser there.',
    example: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
  })
  url!: string;
}

/** What the page after the payment shows. */
export class CheckoutSessionDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Where the confirmation goes; null until the payment is complete.',
    example: 'dana@reyes-hvac.example',
  })
  customer_email!: string | null;
}
