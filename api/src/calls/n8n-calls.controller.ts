import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { IdParam } from '../http/request/id-param.decorator';
import { IdempotencyKey } from '../http/request/idempotency-key.decorator';
import { acceptedCallView, callView } from './call-view';
import { callNotFound, CallsService } from './calls.service';
import { DeleteCallService } from './delete-call.service';
import type { AcceptedCallDto } from './dto/accepted-call.dto';
import { CallDto } from './dto/call.dto';
import { DeletedCallDto } from './dto/deleted-call.dto';
import { CallIntakeService } from './intake/call-intake.service';
import { CallUpload } from './intake/call-upload.decorator';

const BASE_PATH = 'api/n8n/calls';

@ApiTags('n8n')
@Access('bearer', 'viewer')
@Controller(BASE_PATH)
export class N8nCallsController {
  constructor(
    private readonly intake: CallIntakeService,
    private readonly calls: CallsService,
    private readonly deletion: DeleteCallService,
  ) {}

  @Post()
  @CallUpload('Submit a call', 'The token is missing or invalid.')
  async submitCall(
    @Caller() { accountId }: Caller,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedCallDto> {
    const call = await this.intake.accept(accountId, 'n8n', request, { idempotencyKey });
    const acceptedCall = acceptedCallView(call, `/${BASE_PATH}`);
    response.location(acceptedCall.links.self);
    return acceptedCall;
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get the state and result of a call' })
  @ApiOkResponse({ type: CallDto })
  async getCall(@Caller() caller: Caller, @IdParam('id', callNotFound) id: string): Promise<CallDto> {
    return callView(await this.calls.getFull(caller.accountId, id));
  }

  @Delete(':id')
  @RequiresRole('manager')
  @ApiOperation({
    summary: 'Delete a call',
    description:
      "Deletes a call's recording, transcript, analysis, links and messages. If the call is being processed, " +
      'processing stops. Usage records are kept without content. Sending the call again returns 409.',
  })
  @ApiOkResponse({ type: DeletedCallDto })
  async deleteSubmittedCall(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', callNotFound) id: string,
  ): Promise<DeletedCallDto> {
    const restorableUntil = await this.deletion.delete(accountId, id, actor);
    return { id, restorableUntil: restorableUntil.toISOString() };
  }
}
