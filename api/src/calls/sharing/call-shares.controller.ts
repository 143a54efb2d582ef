import { Body, Controller, Delete, Get, Post, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import type { SharedLink } from '@ringwell/database/calls/shared-link.entity';
import { SHARE_DAYS } from '@ringwell/domain/calls/shared-link';

import { Access, RequiresRole } from '../../auth/access/access.decorator';
import { assertConfirmedSession } from '../../auth/confirmation/assert-confirmed';
import { Caller } from '../../auth/principal/caller';
import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { IdParam } from '../../http/request/id-param.decorator';
import { toDto } from '../../http/response/to-dto';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { callNotFound } from '../calls.service';
import { VisibleCallGuard } from '../visible-call.guard';
import { CreateSharedLinkDto, NewSharedLinkDto, SharedLinkDto } from './shared-link.dto';
import { SharedLinksService, shareNotFound } from './shared-links.service';

@Access('account', 'viewer')
@UseGuards(VisibleCallGuard)
@Controller('api/calls/:id/shares')
export class CallSharesController {
  constructor(private readonly links: SharedLinksService) {}

  @Post()
  @RequiresRole('member')
  @Throttled('share')
  @ApiOperation({
    summary: 'Create a link to a call',
    description: 'Anyone with the link can open it without signing in, until it expires or is revoked.',
  })
  @ApiCreatedResponse({ type: NewSharedLinkDto, description: 'The link. Its URL is returned only once.' })
  @ApiProblems({
    400: 'A field is missing or invalid, or the clip is outside the recording.',
    403: 'The account is a demo account, or a 30-day whole-call link requires a sign-in within the last 15 minutes.',
    409: 'The call has no result yet, or no recording to take a clip from.',
  })
  async shareCall(
    @Caller() caller: Caller,
    @IdParam('id', callNotFound) id: string,
    @Body() body: CreateSharedLinkDto,
  ): Promise<NewSharedLinkDto> {
    if (body.scope === 'whole' && body.days === Math.max(...SHARE_DAYS)) assertConfirmedSession(caller);
    const { link, url } = await this.links.create(caller, id, body);
    return { ...sharedLinkView(link), url };
  }

  @Get()
  @ApiOperation({
    summary: 'List the links to a call',
    description: 'Active links, with the number of times each was opened.',
  })
  @ApiOkResponse({ type: [SharedLinkDto] })
  async listCallShares(
    @Caller() { accountId }: Caller,
    @IdParam('id', callNotFound) id: string,
  ): Promise<SharedLinkDto[]> {
    return (await this.links.list(accountId, id)).map(sharedLinkView);
  }

  @Delete(':shareId')
  @RequiresRole('member')
  @ApiOperation({ summary: 'Revoke a link to a call' })
  @Responds(204, { description: 'The link no longer works.' })
  @ApiProblems({ 404: 'Call or link not found.' })
  async revokeCallShare(
    @Caller() { accountId, actor }: Caller,
    @IdParam('id', callNotFound) id: string,
    @IdParam('shareId', shareNotFound) shareId: string,
  ): Promise<void> {
    await this.links.revoke(accountId, id, shareId, actor);
  }
}

function sharedLinkView(link: SharedLink): SharedLinkDto {
  return toDto(SharedLinkDto, link, {
    clip:
      link.clipStartMs === null || link.clipEndMs === null
        ? null
        : { fromSeconds: link.clipStartMs / 1_000, toSeconds: link.clipEndMs / 1_000 },
    openings: link.openCount,
  });
}
