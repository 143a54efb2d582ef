import { FieldsType, text } from '../../http/response/dto-fields';

export class WebhookSecretDto extends FieldsType({
  webhookSecret: text({
    description: "Store the secret now. After this, it's only shown masked.",
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  }),
}) {}
