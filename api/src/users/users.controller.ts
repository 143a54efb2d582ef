import { Body, Controller, Delete, Get, Header, HttpCode, Post, Put } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { SubscriptionsRepository } from '@ringwell/database/billing/subscriptions.repository';

import { Access } from '../auth/access.decorator';
import { CurrentActor } from '../auth/actor';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { CreateUserDto } from './dto/create-user.dto';
import { UpdateUserDto } from './dto/update-user.dto';
import { UserDto } from './dto/user.dto';
import { UserDeletionService } from './user-deletion.service';
import { userView } from './user-view';
import { userNotFound, UsersService } from './users.service';

/** Who may sign in, and as what. */
@ApiTags('Users')
@Access('admin')
@Controller('api/admin/users')
export class UsersController {
  constructor(
    private readonly users: UsersRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly service: UsersService,
    private readonly deletion: UserDeletionService,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'listUsers', summary: 'All users, the newest first' })
  @ApiOkResponse({ type: [UserDto] })
  @ApiProblems({ 401: 'Nobody is signed in.', 403: 'Only for administrators who view no other account.' })
  async list(): Promise<UserDto[]> {
    const [users, billing] = await Promise.all([this.users.list(), this.subscriptions.billingStates()]);
    return users.map((user) => userView(user, billing.get(user.id) ?? null));
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'createUser',
    summary: 'Create a user',
    description:
      'The person signs in with the password. The account starts as a demo account; activate it to open the whole product.',
  })
  @ApiCreatedResponse({ type: UserDto })
  @ApiProblems({
    400: 'A field is missing, unknown or wrong.',
    401: 'Nobody is signed in.',
    403: 'Only for administrators who view no other account.',
    409: 'Another user has this e-mail address.',
  })
  async create(@CurrentActor() actor: Actor, @Body() person: CreateUserDto): Promise<UserDto> {
    return userView(await this.service.create(actor, person), null);
  }

  @Put(':id')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'updateUser',
    summary: 'Edit a user',
    description:
      'Changes exactly the fields that are sent. Disabling a user ends the sessions, and pauses billing ' +
      'until the user is enabled; an administrator who becomes a plain user stops being one at once.',
  })
  @ApiParam({ name: 'id', format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  @ApiOkResponse({ type: UserDto })
  @ApiProblems({
    400: 'A field is unknown or wrong.',
    401: 'Nobody is signed in.',
    403: 'Only for administrators who view no other account.',
    404: 'There is no such user.',
    409: 'Another user has this e-mail address, or no enabled administrator would be left.',
  })
  async update(
    @CurrentActor() actor: Actor,
    @IdParam('id', userNotFound) id: string,
    @Body() changes: UpdateUserDto,
  ): Promise<UserDto> {
    const user = await this.service.update(actor, id, changes);
    return userView(user, (await this.subscriptions.billingStates(user.id)).get(user.id) ?? null);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description:
      'With calls, transcripts, recordings, usage, settings and tokens. A running subscription is cancelled first.',
  })
  @ApiParam({ name: 'id', format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' })
  @ApiNoContentResponse({ description: 'Everything is gone.' })
  @ApiProblems({
    401: 'Nobody is signed in.',
    403: 'Only for administrators who view no other account.',
    404: 'There is no such user.',
    409: 'It is your own account, or no enabled administrator would be left.',
    502: 'The subscription could not be cancelled; nothing was deleted.',
    503: 'The subscription cannot be cancelled now; nothing was deleted.',
  })
  async delete(@CurrentActor() actor: Actor, @IdParam('id', userNotFound) id: string): Promise<void> {
    await this.deletion.delete(actor, id);
  }
}
