import { Controller, Delete, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { IdParam } from '../../http/request/id-param.decorator';
import { toDto } from '../../http/response/to-dto';
import { Access } from '../access/access.decorator';
import { Caller } from '../principal/caller';
import { MySessionDto } from './my-sessions.dto';
import { MySessionsService, sessionNotFound } from './my-sessions.service';

@ApiTags('Settings')
@Access('session', 'viewer')
@Controller('api/my/sessions')
export class MySessionsController {
  constructor(private readonly sessions: MySessionsService) {}

  @Get()
  @ApiOperation({ summary: 'List your sessions' })
  @ApiOkResponse({ type: [MySessionDto], description: 'The current session first, then the most recently used.' })
  @ApiProblems({ 403: 'You are impersonating another user.' })
  async listMySessions(@Caller() caller: Caller): Promise<MySessionDto[]> {
    return (await this.sessions.list(caller)).map((session) => toDto(MySessionDto, session));
  }

  @Delete()
  @ApiOperation({ summary: 'Sign out everywhere else', description: 'Also disconnects your assistants.' })
  @Responds(204, { description: 'Only the current session is left.' })
  @ApiProblems({ 403: 'You are impersonating another user.' })
  async endMyOtherSessions(@Caller() caller: Caller): Promise<void> {
    await this.sessions.endOthers(caller);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Sign out of one session' })
  @Responds(204, { description: 'The session has ended.' })
  @ApiProblems({
    403: 'You are impersonating another user.',
    404: 'You have no session with this ID.',
  })
  async endMySession(
    @Caller() caller: Caller,
    @IdParam('id', sessionNotFound) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.end(caller, id, response);
  }
}
