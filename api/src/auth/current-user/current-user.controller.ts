import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { AppError } from '@ringwell/domain/app-error';

import { ApiProblems } from '../../http/problems/problem.dto';
import { Access } from '../access.decorator';
import { CurrentPrincipal } from '../current-principal.decorator';
import type { Principal } from '../principal';
import { toCurrentUser } from './current-user-view';
import { CurrentUserDto } from './current-user.dto';

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
  async get(@CurrentPrincipal() { userId, role }: Principal): Promise<CurrentUserDto> {
    const user = await this.users.findById(userId);
    if (!user)
      throw new AppError({ kind: 'not_found', code: 'USER_NOT_FOUND', message: 'This account has just been deleted.' });
    return { ...toCurrentUser(user), role }; // `user` during impersonation
  }
}
