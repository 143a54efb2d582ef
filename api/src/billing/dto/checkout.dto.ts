import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../../http/response/nullable.decorator';

export class CheckoutDto {
  @ApiProperty({
    format: 'uri',
    description: "The payment provider's page. Redirect the browser to this URL.",
    example: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
  })
  url!: string;
}

export class CheckoutSessionDto {
  @ApiNullable(String, {
    description: 'Recipient of the confirmation; null until the payment is complete.',
    example: 'dana@reyes-hvac.example',
  })
  customer_email!: string | null;
}
