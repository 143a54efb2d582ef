import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { userNotFound } from '../auth/access/owned-account.pipe';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import { ADMINISTRATORS_ONLY, ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { CreateUserDto } from './dto/create-user.dto';
import { UpdateUserDto } from './dto/update-user.dto';
import { UserDto } from './dto/user.dto';
import { UserDeletionService } from './user-deletion.service';
import { UserViewService } from './user-view.service';
import { UsersService } from './users.service';

@ApiTags('Users')
@Access('admin')
@Controller('api/admin/users')
export class UsersController {
  constructor(
    private readonly users: UserViewService,
    private readonly service: UsersService,
    private readonly deletion: UserDeletionService,
  ) {}

  @Get()
  @Revalidated()
  @ApiOperation({ summary: 'List users, newest first' })
  @ApiOkResponse({ type: [UserDto] })
  listUsers(): Promise<UserDto[]> {
    return this.users.list();
  }

  @Post()
  @ApiOperation({
    summary: 'Create a user',
    description:
      'The user signs in with this password and then has to choose another. New accounts are demo accounts. Activate ' +
      'an account to unlock the full product.',
  })
  @ApiCreatedResponse({ type: UserDto })
  @ApiProblems({
    400: 'A field is missing, unknown or invalid.',
    403: `${ADMINISTRATORS_ONLY} Administrators can only be created within 15 minutes of signing in.`,
    409: 'That email is already in use.',
  })
  async createUser(@Caller() caller: Caller, @Body() newUser: CreateUserDto): Promise<UserDto> {
    if (newUser.role === 'admin') assertConfirmed(caller);
    return this.users.view(await this.service.create(caller.actor, newUser));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Edit a user',
    description:
      'Changes only the fields sent. Disabling a user ends their sessions. While an account has no enabled owner, its ' +
      'calls, messages and billing pause. Demoting an administrator takes effect immediately.',
  })
  @ApiOkResponse({ type: UserDto })
  @ApiProblems({
    400: 'A field is unknown or invalid.',
    403: `${ADMINISTRATORS_ONLY} Changing the email or role requires a sign-in in the last 15 minutes.`,
    404: 'User not found.',
    409: 'That email is already in use, this is the last enabled administrator, or the user does not own an account.',
  })
  async updateUser(
    @Caller() caller: Caller,
    @IdParam('id', userNotFound) id: string,
    @Body() changes: UpdateUserDto,
  ): Promise<UserDto> {
    return this.users.view(await this.service.update(caller, caller.actor, id, changes));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a user',
    description:
      'Also deletes accounts that have no other owner, including calls, transcripts, recordings, usage, settings and ' +
      'tokens. They are disabled immediately and deleted in the background, after any active subscription is ' +
      'canceled. Until then, the user stays in the list with `deletion` set.',
  })
  @ApiNoContentResponse({ description: 'The user can no longer sign in and is being deleted.' })
  @ApiProblems({ 404: 'User not found.', 409: 'It is your own account or the last enabled administrator.' })
  async deleteUser(@Caller() { actor }: Caller, @IdParam('id', userNotFound) id: string): Promise<void> {
    await this.deletion.delete(actor, id);
  }
}
