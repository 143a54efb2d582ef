import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';

import { Access } from '../auth/access/access.decorator';
import { ApiProblems } from '../http/problems/problem.dto';
import { Throttled } from '../http/throttling/throttled.decorator';
import { ContactService } from './contact.service';
import { ContactMessageDto, ContactResponseDto } from './dto/contact.dto';

@Access('public')
@Throttled('contact')
@Controller('api/contact')
export class ContactController {
  constructor(private readonly contact: ContactService) {}

  @Post()
  @ApiOperation({
    summary: 'Contact support',
    description: 'Open to visitors. Support replies to the email address provided.',
  })
  @ApiCreatedResponse({ type: ContactResponseDto })
  @ApiProblems({
    400: 'A field is missing or invalid.',
    413: 'The message is too large.',
  })
  async sendContactMessage(@Body() message: ContactMessageDto, @Req() request: Request): Promise<ContactResponseDto> {
    await this.contact.submit(message, request);
    return { message: "Thank you for your message. We'll get back to you soon." };
  }
}
