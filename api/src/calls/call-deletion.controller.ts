import { Controller, Delete, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { callNotFound } from './calls.service';
import { DeleteCallService } from './delete-call.service';
import { DeleteCallQueryDto, DeletedCallDto } from './dto/deleted-call.dto';
import { VisibleCallGuard } from './visible-call.guard';

@Access('session', 'owner')
@Controller('api/calls/:id')
export class CallDeletionController {
  constructor(private readonly deletion: DeleteCallService) {}

  @Delete()
  @UseGuards(VisibleCallGuard)
  @ApiOperation({
    summary: 'Delete a call',
    description:
      "Deletes a call's recording, transcript, analysis, links and messages, and removes its details from " +
      'follow-ups and the customer. If the call is being processed, processing stops. Usage records are kept without content. ' +
      'The deletion can be undone with POST /api/calls/{id}/restore for 30 seconds. Notes in ServiceTitan are kept ' +
      'unless removeNotes is true.',
  })
  @ApiOkResponse({ type: DeletedCallDto })
  @ApiProblems({
    400: 'removeNotes is not true or false.',
    403: 'Only owners can delete calls.',
  })
  async deleteCall(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', callNotFound) id: string,
    @Query() { removeNotes }: DeleteCallQueryDto,
  ): Promise<DeletedCallDto> {
    const restorableUntil = await this.deletion.delete(accountId, id, actor, removeNotes === 'true');
    return { id, restorableUntil: restorableUntil.toISOString() };
  }

  @Post('restore')
  @ApiOperation({
    summary: 'Restore a call that was just deleted',
    description: 'Works for 30 seconds after the deletion. Messages that were waiting are then sent.',
  })
  @Responds(204, { description: 'The call is restored.' })
  @ApiProblems({
    403: 'Only owners can restore calls.',
    404: 'The call was not deleted or was deleted more than 30 seconds ago.',
  })
  restoreCall(@Caller() { accountId, actor }: Caller, @IdParam('id', callNotFound) id: string): Promise<void> {
    return this.deletion.restore(accountId, id, actor);
  }
}
