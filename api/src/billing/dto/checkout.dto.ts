import { FieldsType, text } from '../../http/response/dto-fields';

export class CheckoutDto extends FieldsType({
  url: text({
    format: 'uri',
    description: "The payment provider's page. Redirect the browser to this URL.",
    example: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
  }),
}) {}

export class CheckoutSessionDto extends FieldsType({
  customer_email: text({
    nullable: true,
    description: 'Recipient of the confirmation; null until the payment is complete.',
    example: 'dana@reyes-hvac.example',
  }),
}) {}
