import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { ErasableCallsDto, ErasedCustomerDto, ErasureDto, ErasureListDto } from './erasure.dto';
import { erasureNotFound, ErasuresService } from './erasures.service';

const OWNERS_ONLY = 'Only owners can erase customers.';

@ApiTags('Customers')
@Access('session', 'owner')
@Controller('api/my')
export class ErasuresController {
  constructor(private readonly erasures: ErasuresService) {}

  @Post('erase/count')
  @ApiOperation({ summary: 'Count the calls that erasing a customer would delete' })
  @Responds(200, { type: ErasableCallsDto })
  @ApiProblems({
    400: 'No customer or phone number was sent.',
    403: OWNERS_ONLY,
    404: 'Customer not found.',
  })
  async countErasableCalls(
    @Caller() { accountId }: Caller,
    @Body() customer: ErasedCustomerDto,
  ): Promise<ErasableCallsDto> {
    return { calls: await this.erasures.countCalls(accountId, customer) };
  }

  @Post('erase')
  @ApiOperation({
    summary: 'Erase a customer',
    description:
      "Deletes all of a customer's calls up to now, including recordings, transcripts, analyses, links, messages and " +
      "follow-ups; the customer's names and numbers; and earlier exports of the account. Cannot be undone. Runs in " +
      'the background: GET /api/my/erasures/{id} shows the progress and later the receipt. Notes in ServiceTitan are ' +
      'kept.',
  })
  @Responds(202, { type: ErasureDto })
  @ApiProblems({
    400: 'No customer or phone number was sent.',
    403: OWNERS_ONLY,
    404: 'Customer not found.',
    409: 'This customer is already being erased.',
  })
  eraseCustomer(@Caller() caller: Caller, @Body() customer: ErasedCustomerDto): Promise<ErasureDto> {
    assertConfirmed(caller);
    return this.erasures.request(caller.accountId, customer, caller.actor);
  }

  @Get('erasures')
  @ApiOperation({
    summary: 'List erasure receipts',
    description: 'Returns the latest 100, with the scope, time and user of each erasure, without the content.',
  })
  @ApiOkResponse({ type: ErasureListDto })
  @ApiProblems({ 403: OWNERS_ONLY })
  async listErasures(@Caller() { accountId }: Caller): Promise<ErasureListDto> {
    return { erasures: await this.erasures.list(accountId) };
  }

  @Get('erasures/:id')
  @ApiOperation({ summary: 'Get an erasure receipt' })
  @ApiOkResponse({ type: ErasureDto })
  @ApiProblems({ 403: OWNERS_ONLY })
  getErasure(@Caller() { accountId }: Caller, @IdParam('id', erasureNotFound) id: string): Promise<ErasureDto> {
    return this.erasures.get(accountId, id);
  }
}
