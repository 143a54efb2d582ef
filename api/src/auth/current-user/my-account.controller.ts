import { Body, Controller, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { ApiProblems } from '../../http/problems/problem.dto';
import { Access } from '../access/access.decorator';
import { Caller } from '../principal/caller';
import { CurrentUserDto } from './current-user.dto';
import { CurrentUserService } from './current-user.service';
import { MyAccountDto } from './my-account.dto';
import { MyAccountService } from './my-account.service';

@ApiTags('Settings')
@Access('session', 'viewer')
@Controller('api/my/account')
export class MyAccountController {
  constructor(
    private readonly accounts: MyAccountService,
    private readonly currentUsers: CurrentUserService,
  ) {}

  @Patch()
  @ApiOperation({ summary: 'Change your name or company' })
  @ApiOkResponse({ type: CurrentUserDto })
  @ApiProblems({
    400: 'A field is unknown or invalid, or no field was sent.',
    403: 'You are impersonating another user.',
    404: 'The account has just been deleted.',
  })
  async updateMyAccount(@Caller() caller: Caller, @Body() changes: MyAccountDto): Promise<CurrentUserDto> {
    await this.accounts.update(caller, changes, caller.actor);
    return this.currentUsers.get(caller);
  }
}
