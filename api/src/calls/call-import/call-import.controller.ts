import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../../auth/access/access.decorator';
import { Caller } from '../../auth/principal/caller';
import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { CallImportStateDto, StartCallImportDto } from './call-import.dto';
import { CallImportService } from './call-import.service';

const MANAGERS_ONLY = 'Only owners and managers can fetch earlier calls.';
const NOT_CONNECTED = 'ServiceTitan is not connected.';
const NOT_SET_UP = 'ServiceTitan is not set up.';
const CANNOT_IMPORT = `${MANAGERS_ONLY} Also returned for demo accounts and while call processing is turned off.`;

@ApiTags('Settings')
@Access('session', 'manager')
@Controller('api/my/call-import')
export class CallImportController {
  constructor(private readonly imports: CallImportService) {}

  @Get()
  @ApiOperation({ summary: 'Get the progress of fetching earlier calls from ServiceTitan' })
  @ApiOkResponse({ type: CallImportStateDto })
  @ApiProblems({ 403: MANAGERS_ONLY })
  getCallImport(@Caller() { accountId }: Caller): Promise<CallImportStateDto> {
    return this.imports.get(accountId);
  }

  @Post()
  @Throttled('reprocess')
  @ApiOperation({
    summary: 'Count earlier calls in ServiceTitan',
    description: "Doesn't fetch anything yet. Returns the number of calls, their total length and their cost.",
  })
  @Responds(202, { type: CallImportStateDto })
  @ApiProblems({
    400: 'The date is in the future or too long ago, or ServiceTitan is not connected.',
    403: CANNOT_IMPORT,
    409: 'Earlier calls are already being fetched.',
    429: 'Too many calls were reprocessed in the last hour.',
    503: NOT_SET_UP,
  })
  countEarlierCalls(@Caller() caller: Caller, @Body() { since }: StartCallImportDto): Promise<CallImportStateDto> {
    return this.imports.startCounting(caller, since);
  }

  @Post('start')
  @ApiOperation({
    summary: 'Fetch the earlier calls that were counted',
    description:
      'The calls are processed only while no new calls are waiting. They count toward usage but do not open ' +
      'follow-ups or send alerts.',
  })
  @Responds(202, { type: CallImportStateDto })
  @ApiProblems({
    400: NOT_CONNECTED,
    403: CANNOT_IMPORT,
    409: 'No calls were counted, or they are already being fetched.',
    503: NOT_SET_UP,
  })
  fetchEarlierCalls(@Caller() caller: Caller): Promise<CallImportStateDto> {
    return this.imports.startFetching(caller);
  }

  @Delete()
  @ApiOperation({
    summary: 'Stop fetching earlier calls',
    description:
      'Calls whose processing has started or is about to start will still be processed. All other fetched calls ' +
      'will be removed.',
  })
  @Responds(204, { description: 'Stopped, even if nothing was in progress.' })
  @ApiProblems({ 403: MANAGERS_ONLY })
  cancelCallImport(@Caller() { accountId, actor }: Caller): Promise<void> {
    return this.imports.cancel(accountId, actor);
  }
}
