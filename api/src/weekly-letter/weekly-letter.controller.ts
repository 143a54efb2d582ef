import { Controller, Get, Header, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { Throttled } from '../http/throttling/throttled.decorator';
import { WeeklyLetterPreviewDto, WeeklyLetterTestDto } from './weekly-letter.dto';
import { WeeklyLetterService } from './weekly-letter.service';

// Emails use style attributes. The product's own pages may frame this page, which runs no scripts.
const LETTER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

@ApiTags('Settings')
@Access('session', 'manager')
@Controller('api/my/weekly-letter')
export class WeeklyLetterController {
  constructor(private readonly letters: WeeklyLetterService) {}

  @Get('preview')
  @ApiOperation({
    summary: 'Preview the weekly letter',
    description: 'Returns the letter about last week as it would be sent now.',
  })
  @ApiOkResponse({ type: WeeklyLetterPreviewDto })
  async previewWeeklyLetter(@Caller() caller: Caller): Promise<WeeklyLetterPreviewDto> {
    const { week, subject, text } = await this.letters.preview(caller);
    return { week, subject, text };
  }

  @Get('preview.html')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', LETTER_POLICY)
  @Header('X-Frame-Options', 'SAMEORIGIN')
  @ApiOperation({
    summary: 'Preview the weekly letter as a page',
    description: 'Returns the HTML of the email. It loads no other resources, and its links open in new tabs.',
  })
  @ApiOkResponse({
    description: 'The page.',
    content: { 'text/html': { schema: { type: 'string', example: '<!doctype html>…' } } },
  })
  async previewWeeklyLetterPage(@Caller() caller: Caller): Promise<string> {
    const { html } = await this.letters.preview(caller);
    return html.replace('<head>', '<head><base target="_blank">');
  }

  @Post('test')
  @Throttled('connection-test')
  @ApiOperation({
    summary: 'Send yourself the weekly letter',
    description: 'Sends the letter about last week, marked as a test.',
  })
  @Responds(202, { type: WeeklyLetterTestDto, description: 'The letter will be sent in a moment.' })
  @ApiProblems({
    400: 'You have no email address.',
    403: 'The account is a demo account, or you are impersonating another user.',
    409: 'Call processing is turned off.',
    429: 'Too many test messages in the last ten minutes.',
    503: 'Email is not set up.',
  })
  testWeeklyLetter(@Caller() caller: Caller): Promise<WeeklyLetterTestDto> {
    return this.letters.sendTest(caller);
  }
}
