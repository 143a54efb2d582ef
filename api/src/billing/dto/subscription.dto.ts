import { ADD_ONS, PLANS } from '@ringwell/domain/billing/plans';

import { boolean, dateTime, FieldsType, oneOf, someOf, text } from '../../http/response/dto-fields';

export class SubscriptionDto extends FieldsType({
  status: text({
    nullable: true,
    example: 'active',
    description:
      'Status at Stripe: active, trialing, past_due (a payment is due, access continues), unpaid, canceled, ' +
      'incomplete, incomplete_expired or paused. Null without a subscription.',
  }),
  plan: oneOf(PLANS, {
    nullable: true,
    description: 'Null unless the subscription is active, trialing or past_due.',
    example: 'team',
  }),
  addOns: someOf(ADD_ONS, { description: 'Add-ons that the account can use.', example: ['slack'] }),
  currentPeriodEnd: dateTime({
    nullable: true,
    description: 'End of the paid billing period.',
    example: '2026-12-20T09:30:00.000Z',
  }),
  canManage: boolean({ description: 'Whether POST /api/billing/portal can be used.', example: true }),
}) {}

export class PortalDto extends FieldsType({
  url: text({
    format: 'uri',
    description: "The payment provider's page. Redirect the browser to this URL.",
    example: 'https://billing.stripe.com/p/session/test_a1b2c3',
  }),
}) {}
