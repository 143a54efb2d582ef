import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { REQUIRED_STEPS } from '@ringwell/domain/accounts/required-step';

import { ApiProblems } from '../../http/problems/problem.dto';
import { Access, AllowedDuringStep } from '../access/access.decorator';
import { Caller } from '../principal/caller';
import { CurrentUserDto } from './current-user.dto';
import { CurrentUserService } from './current-user.service';

@Access('session', 'viewer')
@Controller('api/auth/user')
export class CurrentUserController {
  constructor(private readonly currentUsers: CurrentUserService) {}

  @Get()
  @AllowedDuringStep(REQUIRED_STEPS)
  @ApiOperation({ summary: 'Get the signed-in user' })
  @ApiOkResponse({ type: CurrentUserDto })
  @ApiProblems({ 404: 'The account has just been deleted.' })
  getCurrentUser(@Caller() caller: Caller): Promise<CurrentUserDto> {
    return this.currentUsers.get(caller);
  }
}
