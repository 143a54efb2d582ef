import { Controller, Get, Header, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { CONNECTION_CHANNELS } from '@ringwell/domain/delivery';

import { Access } from '../../auth/access.decorator';
import { CurrentActor } from '../../auth/actor';
import { CurrentPrincipal } from '../../auth/current-principal.decorator';
import type { Principal } from '../../auth/principal';
import { ApiProblems } from '../../http/problems/problem.dto';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { ConnectionTests } from './connection-tests';
import { ConnectionsService } from './connections.service';
import { ConnectionTestDto } from './dto/connection-test.dto';
import { ConnectionDto } from './dto/connection.dto';

/** Where one's own messages go: how that goes, and whether it works. */
@ApiTags('Settings')
@Access('session')
@Controller('api/my')
export class ConnectionsController {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly tests: ConnectionTests,
  ) {}

  @Get('connections')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'listMyConnections',
    summary: "How one's connections are",
    description: 'Every channel: whether it is connected, when a message arrived last, what has gone wrong since.',
  })
  @ApiOkResponse({ type: [ConnectionDto] })
  @ApiProblems({ 401: 'Nobody is signed in.', 503: 'The database is away; try again in a moment.' })
  list(@CurrentPrincipal() { userId }: Principal): Promise<ConnectionDto[]> {
    return this.connections.list(userId);
  }

  @Post('settings/test/:channel')
  @Throttled('connection-test')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'testConnection',
    summary: 'Test a connection',
    description:
      'Sends a message that says that it is a test (for ServiceTitan, asks without writing anything) and waits up to 25 s for what comes of it. ' +
      'Who asks while a test of the channel is under way gets the outcome of that one.',
  })
  @ApiParam({ name: 'channel', enum: CONNECTION_CHANNELS, example: 'slack' })
  @ApiOkResponse({ type: ConnectionTestDto, description: 'Sent, failed, or still waiting.' })
  @ApiProblems({
    400: 'Something is still to be entered; the message says what.',
    401: 'Nobody is signed in.',
    403: 'The account is a demo account.',
    404: 'There is no such channel.',
    409: 'The account does not have the add-on, or a test message was sent a moment ago.',
    429: 'Connections were tested too often in the last ten minutes.',
    503: 'The channel is not set up here, or a store is away.',
  })
  test(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('channel') channel: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectionTestDto> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    return this.tests.run(principal, channel, actor, gone.signal);
  }
}
