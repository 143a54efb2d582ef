import { Controller, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { Throttled } from '../http/throttling/throttled.decorator';
import { BillingService } from './billing.service';
import { PortalDto, SubscriptionDto } from './dto/subscription.dto';

@Access('session', 'manager')
@Controller('api/billing')
export class BillingController {
  constructor(private readonly billing: BillingService) {}

  @Get('subscription')
  @ApiOperation({
    summary: 'Get the subscription',
    description: 'Reflects changes at the payment provider, usually within seconds.',
  })
  @ApiOkResponse({ type: SubscriptionDto })
  getSubscription(@Caller() { accountId }: Caller): Promise<SubscriptionDto> {
    return this.billing.getSubscription(accountId);
  }

  @Post('portal')
  @RequiresRole('owner')
  @Throttled('portal')
  @ApiOperation({
    summary: 'Manage the subscription',
    description:
      "Returns the URL of the payment provider's page for invoices, payment methods and cancellation. " +
      'The URL is personal and expires after a few minutes.',
  })
  @Responds(200, { type: PortalDto })
  @ApiProblems({
    409: 'The account has never subscribed.',
    502: 'The payment provider failed or rejected the request. Try again later.',
    503: "Payments aren't set up (billing_not_configured), or the service is temporarily unavailable.",
  })
  async openBillingPortal(@Caller() { accountId, actor }: Caller): Promise<PortalDto> {
    return { url: await this.billing.openPortal(accountId, actor) };
  }
}
