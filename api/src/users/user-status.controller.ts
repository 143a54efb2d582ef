import { applyDecorators, Body, Controller, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { userNotFound } from '../auth/access/owned-account.pipe';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import { requireSid } from '../auth/principal/own-session';
import { ApiProblems, CONFIRMED_ADMINISTRATORS_ONLY } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { SetPasswordDto } from './dto/set-password.dto';
import { UserDto } from './dto/user.dto';
import { UserViewService } from './user-view.service';
import { UsersService } from './users.service';

function ApiUserRoute(problems: Record<number, string> = {}): MethodDecorator {
  return applyDecorators(
    ApiProblems({
      404: 'User not found.',
      409: 'The user does not own an account.',
      ...problems,
    }),
  );
}

// Repeating a request changes nothing.
@ApiTags('Users')
@Access('admin')
@Controller('api/admin/users/:id')
export class UserStatusController {
  constructor(
    private readonly users: UsersService,
    private readonly views: UserViewService,
  ) {}

  @Patch('activate')
  @ApiOperation({
    summary: 'Activate a demo account',
    description: 'Unlocks the full product for the account. Its usage months start now.',
  })
  @ApiOkResponse({ type: UserDto })
  @ApiUserRoute()
  async activateUser(@Caller() { actor }: Caller, @IdParam('id', userNotFound) id: string): Promise<UserDto> {
    return this.views.view(await this.users.activate(actor, id));
  }

  @Patch('deactivate')
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

  @Patch('make-admin')
  @ApiOperation({ summary: 'Promote to administrator' })
  @ApiOkResponse({ type: UserDto })
  @ApiUserRoute({ 403: CONFIRMED_ADMINISTRATORS_ONLY })
  async makeAdministrator(@Caller() caller: Caller, @IdParam('id', userNotFound) id: string): Promise<UserDto> {
    assertConfirmed(caller);
    return this.views.view(await this.users.makeAdministrator(caller.actor, id));
  }

  @Post('password')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Set a password',
    description:
      'Signs the user out everywhere, and disconnects their assistants. The user has to choose another password at the ' +
      'next sign-in. If you set your own password, your current session continues, and you can keep it.',
  })
  @ApiNoContentResponse({ description: 'The password was set.' })
  @ApiUserRoute({ 400: 'The password is too short or too long.', 403: CONFIRMED_ADMINISTRATORS_ONLY })
  async setUserPassword(
    @Caller() caller: Caller,
    @IdParam('id', userNotFound) id: string,
    @Body() { password }: SetPasswordDto,
  ): Promise<void> {
    assertConfirmed(caller);
    await this.users.setPassword(caller.actor, id, password, requireSid(caller));
  }
}
