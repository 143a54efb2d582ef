import { Controller, Post, Req } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';

import { Access } from '../auth/access/access.decorator';
import { UnparsedBody } from '../http/body/unparsed-body.decorator';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { ReceivedEventDto } from './dto/received-event.dto';
import { StripeWebhookService } from './stripe-webhook.service';

// Requests are authenticated by a signature over the raw body.
@Access('public')
@Controller('api/webhooks/stripe')
export class StripeWebhookController {
  constructor(private readonly webhook: StripeWebhookService) {}

  @Post()
  @UnparsedBody('any')
  @ApiOperation({
    summary: 'Receive an event from the payment provider',
    description:
      'For the payment provider only. Accepts events signed with STRIPE_WEBHOOK_SECRET in the last five minutes. ' +
      'Duplicate events are ignored.',
  })
  @ApiHeader({
    name: 'Stripe-Signature',
    required: true,
    example: 't=1763600000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  })
  @ApiBody({
    schema: {
      type: 'object',
      description: 'A Stripe event.',
      example: { id: 'evt_1', object: 'event', type: 'invoice.paid' },
    },
  })
  @Responds(200, { type: ReceivedEventDto })
  @ApiProblems({
    400: "The signature is missing, invalid or too old, or the body isn't a Stripe event.",
    413: 'The event is too large.',
    503: "Payments aren't set up (billing_not_configured), or the service is temporarily unavailable.",
  })
  async receiveStripeEvent(@Req() request: Request): Promise<ReceivedEventDto> {
    await this.webhook.receive(request, request.get('stripe-signature'));
    return { received: true };
  }
}
