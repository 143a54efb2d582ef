import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { AccountErrorsRepository } from '@ringwell/database/accounts/account-errors.repository';

import { Access } from '../auth/access/access.decorator';
import { visibleAccountId } from '../auth/access/visible-account';
import { Caller } from '../auth/principal/caller';
import { UndeliveredDto } from './undelivered.dto';

@ApiTags('Settings')
@Access('session', 'manager')
@Controller('api/my/undelivered')
export class UndeliveredController {
  constructor(private readonly errors: AccountErrorsRepository) {}

  @Get()
  @ApiOperation({
    summary: 'List destinations with undelivered messages',
    description:
      'Messages that failed for good in the last 24 hours or are still being retried, except tests. Up to 20 destinations, most failures first.',
  })
  @ApiOkResponse({ type: [UndeliveredDto] })
  listUndelivered(@Caller() caller: Caller): Promise<UndeliveredDto[]> {
    return this.errors.listUndelivered(visibleAccountId(caller));
  }
}
