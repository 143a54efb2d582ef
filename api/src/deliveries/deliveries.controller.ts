import { Controller, Get, Post, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { DeliveryListsRepository } from '@ringwell/database/deliveries/delivery-lists.repository';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { accountNotActive } from '../auth/access/account-not-active';
import { visibleAccountId } from '../auth/access/visible-account';
import { Caller } from '../auth/principal/caller';
import { callNotFound, CallsService } from '../calls/calls.service';
import { VisibleCallGuard } from '../calls/visible-call.guard';
import { followUpNotFound, FollowUpsService } from '../follow-ups/follow-ups.service';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { deliveryView } from './delivery-view';
import { DeliveryDto } from './delivery.dto';
import { deliveryNotFound, ResendDeliveryService } from './resend-delivery.service';

@Access('account', 'viewer')
@Controller('api')
export class DeliveriesController {
  constructor(
    private readonly calls: CallsService,
    private readonly followUps: FollowUpsService,
    private readonly deliveries: DeliveryListsRepository,
    private readonly resendDelivery: ResendDeliveryService,
  ) {}

  @Get('calls/:id/deliveries')
  @UseGuards(VisibleCallGuard)
  @ApiOperation({ summary: 'List messages about a call' })
  @ApiOkResponse({ type: [DeliveryDto] })
  async listDeliveries(
    @Caller() { accountId }: Caller,
    @IdParam('id', callNotFound) id: string,
  ): Promise<DeliveryDto[]> {
    const call = await this.calls.getOwned(accountId, id);
    return (await this.deliveries.listForCall(accountId, call.id)).map(deliveryView);
  }

  @Get('follow-ups/:id/deliveries')
  @ApiOperation({
    summary: 'List messages about a follow-up',
    description: "Returns the follow-up's webhooks and the first messages that reported it as overdue.",
  })
  @ApiOkResponse({ type: [DeliveryDto] })
  async listFollowUpDeliveries(
    @Caller() caller: Caller,
    @IdParam('id', followUpNotFound) id: string,
  ): Promise<DeliveryDto[]> {
    const accountId = visibleAccountId(caller);
    await this.followUps.assertOwned(accountId, id);
    return (await this.deliveries.listForFollowUp(accountId, id)).map(deliveryView);
  }

  @Post('deliveries/:id/resend')
  @RequiresRole('member')
  @Throttled('resend')
  @ApiOperation({
    operationId: 'resendDelivery',
    summary: 'Resend a message',
    description:
      'Resends a message that is in a final state or waiting for a retry. The worker rechecks whether it can be sent.',
  })
  @Responds(202, { type: DeliveryDto, description: 'The message is queued.' })
  @ApiProblems({
    403: 'The account is a demo account.',
    409: 'The message is already being sent, or the transcript of its call was deleted under the retention policy.',
    429: 'Too many messages were resent in the last hour.',
  })
  async resend(
    @Caller() { accountId, status, actor }: Caller,
    @IdParam('id', deliveryNotFound) id: string,
  ): Promise<DeliveryDto> {
    if (status !== 'active') throw accountNotActive('send messages');
    return deliveryView(await this.resendDelivery.resend(accountId, id, actor));
  }
}
