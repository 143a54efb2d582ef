import { boolean, FieldsType, oneOf, text } from '../http/response/dto-fields';

export class MailSubscriptionDto extends FieldsType({
  address: text({ example: 'dana@reyes-hvac.example' }),
  isSubscribed: boolean({ description: 'Whether the address gets email from the account.', example: false }),
  message: text({
    description: 'A sentence stating whether the address is subscribed.',
    example: "dana@reyes-hvac.example won't get call emails from Reyes HVAC anymore.",
  }),
}) {}

export class UnsubscribeFormDto extends FieldsType({
  'List-Unsubscribe': text({
    required: false,
    name: 'List-Unsubscribe',
    description: 'Email apps send this field (RFC 8058).',
    example: 'One-Click',
  }),
  action: oneOf(['unsubscribe', 'subscribe'], {
    required: false,
    description: '`subscribe` resubscribes.',
    example: 'unsubscribe',
  }),
}) {}
