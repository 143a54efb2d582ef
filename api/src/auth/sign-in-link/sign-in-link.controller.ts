import { Controller, Get, Inject, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { UnparsedBody } from '../../http/body/unparsed-body.decorator';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { readLinkToken } from '../email-links/link-token';
import { readForm } from '../pages/form-request';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { sendPage } from '../pages/send-page';
import { signInLinkPage } from './sign-in-link-page';
import { SignInLinkDto } from './sign-in-link.dto';
import { SignInLinkService } from './sign-in-link.service';

/** Signing in with a link. The link works for 15 minutes or until the page's button is pressed. */
@ApiExcludeController()
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
  async openSignInLink(@Res() response: Response, @Query('token') rawToken?: unknown): Promise<void> {
    const token = readLinkToken(rawToken);
    sendPage(response, signInLinkPage(this.config, { user: await this.links.getUser(token), token }));
  }

  @Post()
  @UnparsedBody()
  async signInWithLink(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { token } = await this.validation.check(SignInLinkDto, await readForm(request));
    await this.links.signIn(token, request, response);
    response.redirect(303, '/');
  }
}
