import { Controller, Get, Body, Patch, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { REQUIRED_STEPS } from '@ringwell/domain/accounts/required-step';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access, AllowedDuringStep } from '../access/access.decorator';
import { MyPasswordDto } from '../password/my-password.dto';
import { MyPasswordService } from '../password/my-password.service';
import { Caller } from '../principal/caller';
import { CurrentUserDto } from './current-user.dto';
import { CurrentUserService } from './current-user.service';
import { MyAccountDto } from './my-account.dto';
import { MyAccountService } from './my-account.service';

@Access('session', 'viewer')
@Controller('api')
export class CurrentUserController {
  constructor(
    private readonly currentUsers: CurrentUserService,
    private readonly accounts: MyAccountService,
    private readonly passwords: MyPasswordService,
  ) {}

  @Get('auth/user')
  @AllowedDuringStep(REQUIRED_STEPS)
  @ApiOperation({ summary: 'Get the signed-in user' })
  @ApiOkResponse({ type: CurrentUserDto })
  @ApiProblems({ 404: 'The account has just been deleted.' })
  getCurrentUser(@Caller() caller: Caller): Promise<CurrentUserDto> {
    return this.currentUsers.get(caller);
  }

  @Patch('my/account')
  @ApiTags('Settings')
  @ApiOperation({ summary: 'Change your name or company' })
  @ApiOkResponse({ type: CurrentUserDto })
  @ApiProblems({
    400: 'A field is unknown or invalid, or no field was sent.',
    403: 'You are impersonating another user.',
    404: 'The account has just been deleted.',
  })
  async updateMyAccount(@Caller() caller: Caller, @Body() changes: MyAccountDto): Promise<CurrentUserDto> {
    await this.accounts.update(caller, changes);
    return this.currentUsers.get(caller);
  }

  @Post('my/password')
  @AllowedDuringStep(['change_password'])
  @Throttled('password')
  @ApiTags('Settings')
  @ApiOperation({
    summary: 'Change your password and end your other sessions',
    description: 'Also disconnects your assistants.',
  })
  @Responds(204, { description: 'The password was changed.' })
  @ApiProblems({
    400: 'The new password is too short, too long or easy to guess, or the current password is missing or wrong.',
    403: 'You are impersonating another user, or are setting a first password and have not signed in recently.',
    404: 'The account has just been deleted.',
    409: 'Your password changed or this session ended while the request was in progress.',
  })
  async changeMyPassword(@Caller() caller: Caller, @Body() body: MyPasswordDto): Promise<void> {
    await this.passwords.change(caller, body);
  }
}
