import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import { CONNECTION_CHANNELS } from '@ringwell/domain/deliveries/delivery';

import { Access } from '../../auth/access/access.decorator';
import { OwnedAccountParam } from '../../auth/access/owned-account.pipe';
import { Caller } from '../../auth/principal/caller';
import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { ConnectionTestsService } from './connection-tests.service';
import { ConnectionsService } from './connections.service';
import { ConnectionTestDto } from './dto/connection-test.dto';
import { ConnectionDto } from './dto/connection.dto';

@ApiTags('Settings')
@Controller('api')
export class ConnectionsController {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly tests: ConnectionTestsService,
  ) {}

  @Get('my/connections')
  @Access('session', 'manager')
  @ApiOperation({
    summary: 'List your connections',
    description:
      'Lists every channel with its connection state, the time of the last message that arrived, and the latest error since then.',
  })
  @ApiOkResponse({ type: [ConnectionDto] })
  listMyConnections(@Caller() { accountId }: Caller): Promise<ConnectionDto[]> {
    return this.connections.list(accountId);
  }

  @Post('my/settings/test/:channel')
  @Access('session', 'manager')
  @Throttled('connection-test')
  @ApiOperation({
    summary: 'Test a connection',
    description:
      'Sends a message marked as a test and waits up to 25 seconds for the outcome. For ServiceTitan, the test only ' +
      'reads data. While another test of the channel is in progress, returns the outcome of that test.',
  })
  @ApiParam({ name: 'channel', enum: CONNECTION_CHANNELS, example: 'slack' })
  @Responds(200, { type: ConnectionTestDto, description: 'The test was sent, failed, or is still waiting.' })
  @ApiProblems({
    400: 'A required setting is missing; the message says which.',
    403: 'The account is a demo account.',
    404: 'Unknown channel.',
    409: 'The account does not have the add-on, or a test message was just sent.',
    429: 'Too many connection tests in the last ten minutes.',
    503: 'The channel is not set up, or the service is temporarily unavailable.',
  })
  testConnection(
    @Caller() caller: Caller,
    @Param('channel') channel: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectionTestDto> {
    const clientDisconnect = new AbortController();
    response.once('close', () => clientDisconnect.abort());
    return this.tests.run(caller, channel, clientDisconnect.signal);
  }

  @Get('admin/users/:userId/connections')
  @Access('admin')
  @ApiOperation({ summary: "List any account's connections" })
  @ApiOkResponse({ type: [ConnectionDto] })
  listUserConnections(@OwnedAccountParam() accountId: string): Promise<ConnectionDto[]> {
    return this.connections.list(accountId);
  }
}
