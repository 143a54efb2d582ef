import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { AccountErrorsRepository } from '@ringwell/database/accounts/account-errors.repository';

import { Access } from '../auth/access/access.decorator';
import { OwnedAccountPipe, userNotFound } from '../auth/access/owned-account.pipe';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { UserErrorDto } from './dto/user-error.dto';

const MAX_ERRORS = 10;

@ApiTags('Users')
@Access('admin')
@Controller('api/admin/users/:id/errors')
export class UserErrorsController {
  constructor(private readonly errors: AccountErrorsRepository) {}

  @Get()
  @Revalidated()
  @ApiOperation({
    summary: "List an account's latest errors, newest first",
    description: `Returns the ${MAX_ERRORS} latest calls that could not be processed and messages that could not be sent.`,
  })
  @ApiOkResponse({ type: [UserErrorDto] })
  @ApiProblems({
    404: 'User not found.',
    409: 'The user does not own an account.',
  })
  async listUserErrors(@IdParam('id', userNotFound, OwnedAccountPipe) accountId: string): Promise<UserErrorDto[]> {
    const errors = await this.errors.listLatest(accountId, MAX_ERRORS);
    return errors.map((error) => ({ ...error, at: error.at.toISOString() }));
  }
}
