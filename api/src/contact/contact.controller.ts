import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';

import { Access } from '../auth/access.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { Throttled } from '../http/throttling/throttled.decorator';
import { ContactService } from './contact.service';
import { ContactAnswerDto, ContactMessageDto } from './dto/contact.dto';

/** The contact form of the landing page. */
@ApiTags('Dashboard')
@Access('public')
@Throttled('contact')
@Controller('api/contact')
export class ContactController {
  constructor(private readonly contact: ContactService) {}

  @Post()
  @ApiOperation({
    operationId: 'sendContactMessage',
    summary: 'Write to support',
    description: 'Open to visitors. The answer goes to the e-mail address given.',
  })
  @ApiCreatedResponse({ type: ContactAnswerDto })
  @ApiProblems({
    400: 'A field is missing or wrong.',
    413: 'The message is too large.',
    503: 'The database is away; try again in a moment.',
  })
  async send(@Body() message: ContactMessageDto, @Req() request: Request): Promise<ContactAnswerDto> {
    await this.contact.take(message, request);
    return { message: 'Thank you for your message. We will get back to you soon.' };
  }
}
