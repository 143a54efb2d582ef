import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { Throttled } from '../http/throttling/throttled.decorator';
import { BillingService } from './billing.service';
import { CheckoutService } from './checkout.service';
import { CheckoutSessionQueryDto } from './dto/checkout-session-query.dto';
import { CheckoutDto, CheckoutSessionDto } from './dto/checkout.dto';
import { StartCheckoutDto } from './dto/start-checkout.dto';
import { PortalDto, SubscriptionDto } from './dto/subscription.dto';

const PROVIDER_PROBLEMS = {
  502: 'The payment provider failed or rejected the request. Try again later.',
  503: "Payments aren't set up (billing_not_configured), or the service is temporarily unavailable.",
};

@Controller('api')
export class BillingController {
  constructor(
    private readonly billing: BillingService,
    private readonly checkout: CheckoutService,
  ) {}

  @Get('billing/subscription')
  @Access('session', 'manager')
  @ApiOperation({
    summary: 'Get the subscription',
    description: 'Reflects changes at the payment provider, usually within seconds.',
  })
  @ApiOkResponse({ type: SubscriptionDto })
  getSubscription(@Caller() { accountId }: Caller): Promise<SubscriptionDto> {
    return this.billing.getSubscription(accountId);
  }

  @Post('billing/portal')
  @Access('session', 'owner')
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
    ...PROVIDER_PROBLEMS,
  })
  async openBillingPortal(@Caller() { accountId, actor }: Caller): Promise<PortalDto> {
    return { url: await this.billing.openPortal(accountId, actor) };
  }

  @Post('checkout')
  @Access('session', 'owner')
  @Throttled('checkout')
  @ApiOperation({
    summary: 'Start a subscription',
    description: 'Returns the URL of the payment page.',
  })
  @Responds(200, { type: CheckoutDto })
  @ApiProblems({
    400: 'The plan or the add-ons are invalid.',
    409: 'The account already has a subscription.',
    ...PROVIDER_PROBLEMS,
  })
  async startCheckout(
    @Caller() { accountId, actor }: Caller,
    @Body() { plan, addOns }: StartCheckoutDto,
  ): Promise<CheckoutDto> {
    return { url: await this.checkout.start(accountId, { plan, addOns }, actor) };
  }

  @Get('checkout/success')
  @Access('public')
  @Throttled('public')
  @ApiOperation({
    summary: "Get the email address for a checkout's confirmation",
    description: 'For the page shown after the payment. Informational only; it does not affect the subscription.',
  })
  @ApiOkResponse({ type: CheckoutSessionDto })
  @ApiProblems({ 400: 'The session_id is invalid.', 404: 'Checkout not found.', ...PROVIDER_PROBLEMS })
  async getCheckoutSession(@Query() { session_id: sessionId }: CheckoutSessionQueryDto): Promise<CheckoutSessionDto> {
    return { customer_email: await this.checkout.findConfirmationEmail(sessionId) };
  }
}
