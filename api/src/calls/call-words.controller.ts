import { Body, Controller, HttpCode, Post, Put, UseGuards } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { fullCallView } from './call-view';
import { callNotFound, CallsService } from './calls.service';
import { EditWordsDto } from './dto/edit-words.dto';
import { FullCallDto } from './dto/full-call.dto';
import { EditWordsService } from './edit-words.service';
import { ReprocessCallService } from './reprocess-call.service';
import { VisibleCallGuard } from './visible-call.guard';

@Access('account', 'member')
@UseGuards(VisibleCallGuard)
@Controller('api/calls/:id/words')
export class CallWordsController {
  constructor(
    private readonly calls: CallsService,
    private readonly words: EditWordsService,
    private readonly reprocessCall: ReprocessCallService,
  ) {}

  @Put()
  @ApiOperation({
    summary: "Edit a call's summary, instruction and outcome",
    description:
      'The edits replace the original texts wherever the call is shown, even after it is reprocessed. The `words` ' +
      'field contains the originals. Alerts are not sent again. Your outgoing webhook receives call.edited, and ' +
      'unless only outcomes changed, another note is written to ServiceTitan after two minutes without an edit.',
  })
  @ApiOkResponse({ type: FullCallDto, description: 'The updated call.' })
  @ApiProblems({
    400: 'A text is empty or too long, or no field was sent.',
    403: 'Viewers cannot edit calls.',
    404: 'Call not found.',
    409: "The call has no result yet, a field doesn't apply to it, or another user has edited it since you loaded it.",
  })
  async editWords(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', callNotFound) id: string,
    @Body() edits: EditWordsDto,
  ): Promise<FullCallDto> {
    await this.words.edit(accountId, id, edits, actor);
    return fullCallView(await this.calls.getFull(accountId, id));
  }

  @Post()
  @Throttled('reprocess')
  @HttpCode(202)
  @ApiOperation({
    summary: "Rewrite a call's summary",
    description:
      'The configured language model writes the summary from the current transcript. Until it is done, ' +
      "words.isWriting is true. Users' edits are kept. The summary stays unchanged if the transcript doesn't support " +
      'what the model writes.',
  })
  @ApiAcceptedResponse({ type: FullCallDto, description: 'The summary is being written.' })
  @ApiProblems({
    403: 'Viewers cannot do this, the account is a demo account, or call processing is disabled.',
    404: 'Call not found.',
    409: 'There is no language model, result or transcript, or the transcript is too unreliable.',
    429: 'Too many calls were reprocessed in the last hour.',
  })
  async writeWords(@Caller() caller: Caller, @IdParam('id', callNotFound) id: string): Promise<FullCallDto> {
    await this.reprocessCall.rewriteWords(caller, id, caller.actor);
    return fullCallView(await this.calls.getFull(caller.accountId, id));
  }
}
