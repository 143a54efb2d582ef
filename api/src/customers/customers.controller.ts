import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { visibleAccountId } from '../auth/access/visible-account';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { customerNotFound, CustomersService } from './customers.service';
import { MergeCustomerDto, RenameCustomerDto, SplitCustomerDto } from './dto/change-customer.dto';
import { CustomerQueryDto } from './dto/customer-query.dto';
import { CustomerDetailsDto, CustomerPageDto } from './dto/customer.dto';

@ApiTags('Customers')
@Access('account', 'viewer')
@Controller('api/customers')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Get()
  @Throttled('search')
  @Revalidated()
  @ApiOperation({
    summary: 'List customers',
    description: 'Lists everyone who called or was called, and how happy they are. All filters must match.',
  })
  @ApiOkResponse({ type: CustomerPageDto })
  @ApiProblems({
    400: 'A parameter is invalid.',
    422: 'The search timed out.',
    429: 'Too many searches in the last minute.',
  })
  listCustomers(@Caller() caller: Caller, @Query() query: CustomerQueryDto): Promise<CustomerPageDto> {
    return this.customers.list(visibleAccountId(caller), query);
  }

  @Get(':id')
  @Revalidated()
  @ApiOperation({
    summary: 'Get a customer',
    description:
      'Includes mood by month, promises and notes. To list the calls, use GET /api/calls with the customer parameter. ' +
      'To list the follow-ups, use GET /api/follow-ups with the customerId parameter.',
  })
  @ApiOkResponse({ type: CustomerDetailsDto })
  getCustomer(@Caller() caller: Caller, @IdParam('id', customerNotFound) id: string): Promise<CustomerDetailsDto> {
    return this.customers.get(visibleAccountId(caller), id);
  }

  @Patch(':id')
  @RequiresRole('member')
  @ApiOperation({
    summary: 'Rename a customer',
    description: "A corrected name isn't overwritten by later calls.",
  })
  @ApiOkResponse({ type: CustomerDetailsDto, description: 'The updated customer.' })
  @ApiProblems({ 400: 'The name is missing or invalid.' })
  renameCustomer(
    @Caller() caller: Caller,
    @IdParam('id', customerNotFound) id: string,
    @Body() { name }: RenameCustomerDto,
  ): Promise<CustomerDetailsDto> {
    return this.customers.rename(visibleAccountId(caller), id, name, caller.actor);
  }

  @Post(':id/merge')
  @RequiresRole('manager')
  @ApiOperation({
    summary: 'Merge another customer into this one',
    description:
      "Moves the other customer's numbers, calls and follow-ups to this one. If both have a waiting follow-up, " +
      'those are merged, too.',
  })
  @Responds(200, { type: CustomerDetailsDto, description: 'The updated customer.' })
  @ApiProblems({ 400: "A customer can't be merged with itself.", 404: 'One of the customers was not found.' })
  mergeCustomers(
    @Caller() caller: Caller,
    @IdParam('id', customerNotFound) id: string,
    @Body() { customerId }: MergeCustomerDto,
  ): Promise<CustomerDetailsDto> {
    return this.customers.merge(visibleAccountId(caller), id, customerId, caller.actor);
  }

  @Post(':id/split')
  @RequiresRole('manager')
  @ApiOperation({
    summary: 'Split a number off from a customer',
    description: 'Creates a customer with this number, its calls, and the follow-ups that are only about these calls.',
  })
  @Responds(200, { type: CustomerDetailsDto, description: 'The new customer.' })
  @ApiProblems({ 400: 'The customer does not have this number, or has only this number.' })
  splitCustomer(
    @Caller() caller: Caller,
    @IdParam('id', customerNotFound) id: string,
    @Body() { phone }: SplitCustomerDto,
  ): Promise<CustomerDetailsDto> {
    return this.customers.split(visibleAccountId(caller), id, phone, caller.actor);
  }
}
