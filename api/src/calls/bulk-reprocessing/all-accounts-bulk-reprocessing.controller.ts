import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../../auth/access/access.decorator';
import { Caller } from '../../auth/principal/caller';
import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { BasicCallsDto } from './basic-calls.dto';
import { BulkReprocessingService } from './bulk-reprocessing.service';

@ApiTags('Analytics')
@Access('admin')
@Controller('api/admin/basic-calls')
export class AllAccountsBulkReprocessingController {
  constructor(private readonly reprocessing: BulkReprocessingService) {}

  @Get()
  @ApiOperation({ summary: 'Count calls transcribed by the basic recognizer, in all accounts' })
  @ApiOkResponse({ type: BasicCallsDto })
  getAllBasicCalls(): Promise<BasicCallsDto> {
    return this.reprocessing.get(null);
  }

  @Post('reprocess')
  @ApiOperation({
    summary: 'Reprocess calls transcribed by the basic recognizer, in all accounts',
    description:
      'Accounts take turns. Runs only while no new calls are waiting. Nothing is billed again, and no alerts are sent.',
  })
  @Responds(202, { type: BasicCallsDto })
  @ApiProblems({ 409: 'There are no calls to reprocess, or there is no better recognizer.' })
  reprocessAllBasicCalls(@Caller() { actor }: Caller): Promise<BasicCallsDto> {
    return this.reprocessing.start(null, actor);
  }

  @Delete('reprocess')
  @ApiOperation({
    summary: 'Stop reprocessing calls in all accounts',
    description: 'Calls that are already queued or in progress will still be reprocessed.',
  })
  @Responds(204, { description: 'Stopped, even if no reprocessing was in progress.' })
  cancelAllBasicCalls(@Caller() { actor }: Caller): Promise<void> {
    return this.reprocessing.cancel(null, actor);
  }
}
