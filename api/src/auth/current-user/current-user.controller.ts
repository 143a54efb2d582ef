import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';

import { ApiProblems } from '../../http/problems/problem.dto';
import { Access } from '../access.decorator';
import { CurrentPrincipal } from '../current-principal.decorator';
import type { Principal } from '../principal';
import { toCurrentUser } from './current-user-view';
import { CurrentUserDto } from './current-user.dto';
import { accountDeleted } from './my-account.service';

@ApiTags('Dashboard')
@Access('session')
@Controller('api/auth/user')
export class CurrentUserController {
  constructor(private readonly users: UsersRepository) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getCurrentUser', summary: 'Get the signed-in user' })
  @ApiOkResponse({ type: CurrentUserDto })
  @ApiProblems({ 401: 'Not signed in.', 404: 'The account has just been deleted.' })
  async get(@CurrentPrincipal() { userId, role, credential }: Principal): Promise<CurrentUserDto> {
    const [user, settings] = await Promise.all([this.users.findById(userId), this.users.findSettings(userId)]);
    if (!user) throw accountDeleted();
    const isImpersonated = credential.kind === 'session' && credential.impersonator !== null;
    return { ...toCurrentUser(user, settings), role, isImpersonated }; // the role is `user` then
  }
}
