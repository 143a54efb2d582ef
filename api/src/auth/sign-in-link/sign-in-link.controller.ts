import { Controller, Get, Inject, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiOperation, ApiSeeOtherResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { readLinkToken } from '../email-links/link-token';
import { ApiLinkToken, ApiPage, ApiPageProblems } from '../pages/api-page.decorator';
import { readFields, AcceptsForm } from '../pages/form-request';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { sendPage } from '../pages/send-page';
import { signInLinkPage } from './sign-in-link-page';
import { SignInLinkDto } from './sign-in-link.dto';
import { SignInLinkService } from './sign-in-link.service';

@Access('public')
@Throttled('sign-in')
@UseFilters(PageProblemFilter)
@Controller('api/login/link')
export class SignInLinkController {
  constructor(
    private readonly links: SignInLinkService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Open a sign-in link',
    description: 'Shows a button. The link works for 15 minutes or until the button is pressed.',
  })
  @ApiLinkToken('Token from the link.')
  @ApiPage('The page with the button.')
  @ApiPageProblems({ 400: 'The link has expired or was already used.' })
  async openSignInLink(@Res() response: Response, @Query('token') rawToken?: unknown): Promise<void> {
    const token = readLinkToken(rawToken);
    sendPage(response, signInLinkPage(this.config, { user: await this.links.getUser(token), token }));
  }

  @Post()
  @ApiOperation({
    summary: 'Sign in with a link',
    description: "Works once, even if password sign-in is disabled. Ends the user's other sessions.",
  })
  @AcceptsForm(SignInLinkDto)
  @Responds(204, { description: 'Signed in. The response sets the session cookie.' })
  @ApiSeeOtherResponse({ description: 'For forms: redirects to /.' })
  @ApiProblems({
    400: 'The link has expired or was already used.',
    403: 'The request came from another site.',
  })
  async signInWithLink(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { token } = await this.validation.check(SignInLinkDto, await readFields(request));
    await this.links.signIn(token, request, response);
    if (request.is('json')) response.end();
    else response.redirect(303, '/');
  }
}
