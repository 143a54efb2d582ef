import { Body, Controller, Delete, Get, Post, Put, Patch } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { AccountErrorsRepository } from '@ringwell/database/accounts/account-errors.repository';

import { Access } from '../auth/access/access.decorator';
import { OwnedAccountParam, userNotFound } from '../auth/access/owned-account.pipe';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import {
  ADMINISTRATORS_ONLY,
  ApiProblems,
  CONFIRMED_ADMINISTRATORS_ONLY,
  Responds,
} from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { toDto } from '../http/response/to-dto';
import { CreateUserDto } from './dto/create-user.dto';
import { SetPasswordDto } from './dto/set-password.dto';
import { UpdateUserDto } from './dto/update-user.dto';
import { UserErrorDto } from './dto/user-error.dto';
import { UserDto } from './dto/user.dto';
import { UserDeletionService } from './user-deletion.service';
import { UserViewService } from './user-view.service';
import { UsersService } from './users.service';

function ApiUserRoute(problems: Record<number, string> = {}): MethodDecorator {
  return ApiProblems({ 409: 'The user does not own an account.', ...problems });
}

const MAX_ERRORS = 10;

@ApiTags('Users')
@Access('admin')
@Controller('api/admin/users')
export class UsersController {
  constructor(
    private readonly views: UserViewService,
    private readonly users: UsersService,
    private readonly deletion: UserDeletionService,
    private readonly errors: AccountErrorsRepository,
  ) {}

  @Get()
  @Revalidated()
  @ApiOperation({ summary: 'List users, newest first' })
  @ApiOkResponse({ type: [UserDto] })
  listUsers(): Promise<UserDto[]> {
    return this.views.list();
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
    return this.views.view(await this.users.create(caller.actor, newUser));
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
    409: 'That email is already in use, this is the last enabled administrator, or the user does not own an account.',
  })
  async updateUser(
    @Caller() caller: Caller,
    @IdParam('id', userNotFound) id: string,
    @Body() changes: UpdateUserDto,
  ): Promise<UserDto> {
    return this.views.view(await this.users.update(caller, id, changes));
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Delete a user',
    description:
      'Also deletes accounts that have no other owner, including calls, transcripts, recordings, usage, settings and ' +
      'tokens. They are disabled immediately and deleted in the background, after any active subscription is ' +
      'canceled. Until then, the user stays in the list with `deletion` set.',
  })
  @Responds(204, { description: 'The user can no longer sign in and is being deleted.' })
  @ApiProblems({ 409: 'It is your own account or the last enabled administrator.' })
  async deleteUser(@Caller() { actor }: Caller, @IdParam('id', userNotFound) id: string): Promise<void> {
    await this.deletion.delete(actor, id);
  }

  @Patch(':id/activate')
  @ApiOperation({
    summary: 'Activate a demo account',
    description: 'Unlocks the full product for the account. Its usage months start now.',
  })
  @ApiOkResponse({ type: UserDto })
  @ApiUserRoute()
  async activateUser(@Caller() { actor }: Caller, @IdParam('id', userNotFound) id: string): Promise<UserDto> {
    return this.views.view(await this.users.activate(actor, id));
  }

  @Patch(':id/deactivate')
  @ApiOperation({
    summary: 'Revert to a demo account',
    description:
      'Cancels the subscription immediately, deletes the bearer tokens, signs the user out everywhere and skips the ' +
      'waiting calls. Calls cannot be opened until the account is activated. The user can sign in to the demo again.',
  })
  @ApiOkResponse({ type: UserDto })
  @ApiUserRoute({
    502:
      'The payment provider failed, and nothing was changed. If the subscription was canceled anyway, the account becomes a demo account ' +
      'within minutes.',
    503: 'The account has a subscription but payments are no longer set up, or a service is unavailable.',
  })
  async deactivateUser(@Caller() { actor }: Caller, @IdParam('id', userNotFound) id: string): Promise<UserDto> {
    return this.views.view(await this.users.deactivate(actor, id));
  }

  @Patch(':id/make-admin')
  @ApiOperation({ summary: 'Promote to administrator' })
  @ApiOkResponse({ type: UserDto })
  @ApiUserRoute({ 403: CONFIRMED_ADMINISTRATORS_ONLY })
  async makeAdministrator(@Caller() caller: Caller, @IdParam('id', userNotFound) id: string): Promise<UserDto> {
    assertConfirmed(caller);
    return this.views.view(await this.users.makeAdministrator(caller.actor, id));
  }

  @Post(':id/password')
  @ApiOperation({
    summary: 'Set a password',
    description:
      'Signs the user out everywhere, and disconnects their assistants. The user has to choose another password at the ' +
      'next sign-in. If you set your own password, your current session continues, and you can keep the password.',
  })
  @Responds(204, { description: 'The password was set.' })
  @ApiUserRoute({ 400: 'The password is too short or too long.', 403: CONFIRMED_ADMINISTRATORS_ONLY })
  async setUserPassword(
    @Caller() caller: Caller,
    @IdParam('id', userNotFound) id: string,
    @Body() { password }: SetPasswordDto,
  ): Promise<void> {
    assertConfirmed(caller);
    await this.users.setPassword(caller.actor, id, password, requireSid(caller));
  }

  @Get(':id/errors')
  @Revalidated()
  @ApiOperation({
    summary: "List an account's latest errors, newest first",
    description: `Returns the ${MAX_ERRORS} latest calls that could not be processed and messages that could not be sent.`,
  })
  @ApiOkResponse({ type: [UserErrorDto] })
  async listUserErrors(@OwnedAccountParam('id') accountId: string): Promise<UserErrorDto[]> {
    const errors = await this.errors.listLatest(accountId, MAX_ERRORS);
    return errors.map((error) => toDto(UserErrorDto, error));
  }
}
