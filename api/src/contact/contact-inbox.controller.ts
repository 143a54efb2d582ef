import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { toDto } from '../http/response/to-dto';
import { ContactInboxService, contactMessageNotFound } from './contact-inbox.service';
import { ContactInboxDto, ContactInboxQuery, InboxMessageDto, MarkContactMessageDto } from './dto/contact-inbox.dto';

@ApiTags('Users')
@Access('admin')
@Controller('api/admin/contact-messages')
export class ContactInboxController {
  constructor(private readonly inbox: ContactInboxService) {}

  @Get()
  @Revalidated()
  @ApiOperation({ summary: 'List contact form messages, newest first' })
  @ApiOkResponse({ type: ContactInboxDto })
  @ApiProblems({ 400: 'A parameter is invalid.' })
  async listContactMessages(@Query() { state, after }: ContactInboxQuery): Promise<ContactInboxDto> {
    const { items, next, newCount } = await this.inbox.list(state === 'done', after);
    return { items: items.map((message) => toDto(InboxMessageDto, message)), next, newCount };
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Mark a contact form message as done or new' })
  @ApiOkResponse({ type: InboxMessageDto })
  @ApiProblems({
    400: 'A field is missing or invalid.',
  })
  async markContactMessage(
    @Caller() { actor }: Caller,
    @IdParam('id', contactMessageNotFound) id: string,
    @Body() { isDone }: MarkContactMessageDto,
  ): Promise<InboxMessageDto> {
    return toDto(InboxMessageDto, await this.inbox.mark(actor, id, isDone));
  }
}
