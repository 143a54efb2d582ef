import { Controller, Get, Inject, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Access } from '../access/access.decorator';
import { OidcSignInService } from '../oidc/oidc-sign-in.service';
import { ApiPage, ApiPageProblems, ApiRedirect, ApiReturnTo } from '../pages/api-page.decorator';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { sendPage } from '../pages/send-page';
import { SessionsService } from '../session/sessions.service';
import { signUpPath } from '../sign-up/self-sign-up';
import { LocalSignInGuard } from './local-sign-in.guard';
import { safeReturnPath } from './return-to';
import { signInPage } from './sign-in-page';

const SIGN_UP_QUERY = {
  name: 'signUp',
  required: false,
  description: 'If true, visitors see the sign-up page instead of the password page.',
  example: 'false',
};
const AGAIN_QUERY = {
  name: 'again',
  required: false,
  description: 'If true, signed-in users must sign in again to confirm their identity.',
  example: 'false',
};
const PROBLEMS = {
  502: 'The sign-in provider sent an invalid response.',
  503: 'The sign-in provider or the database is unavailable.',
};

@Access('public')
@UseFilters(PageProblemFilter)
@Controller('api')
export class SignInController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly oidc: OidcSignInService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('login')
  @ApiOperation({ summary: 'Open the sign-in page or redirect to the sign-in provider' })
  @ApiReturnTo()
  @ApiQuery(SIGN_UP_QUERY)
  @ApiQuery(AGAIN_QUERY)
  @ApiPage('The password page, if no provider is configured.')
  @ApiRedirect('Redirects visitors to the provider, and signed-in users to the requested page.')
  @ApiPageProblems(PROBLEMS)
  async openSignIn(
    @Req() request: Request,
    @Res() response: Response,
    @Query('returnTo') returnTo?: unknown,
    @Query('signUp') signUp?: unknown,
    @Query('again') again?: unknown,
  ): Promise<void> {
    const path = safeReturnPath(returnTo);
    const forcePrompt = again === 'true';
    if (!forcePrompt && (await this.sessions.findCurrent(request))) response.redirect(path);
    else if (this.oidc.isEnabled)
      response.redirect(await this.oidc.begin(path, { request, response }, { forcePrompt }));
    else if (signUp === 'true') response.redirect(signUpPath(path));
    else sendPage(response, signInPage(this.config, request, { returnTo: path }));
  }

  @Get('auth/login')
  @ApiOperation({ summary: 'Same as GET /api/login' })
  @ApiReturnTo()
  @ApiPage('The password page, if no provider is configured.')
  @ApiRedirect('Redirects visitors to the provider, and signed-in users to the requested page.')
  @ApiPageProblems(PROBLEMS)
  openSignInToo(
    @Req() request: Request,
    @Res() response: Response,
    @Query('returnTo') returnTo?: unknown,
  ): Promise<void> {
    return this.openSignIn(request, response, returnTo);
  }

  @Get('login/local')
  @UseGuards(LocalSignInGuard)
  @ApiOperation({ summary: 'Open the password page, with or without a provider' })
  @ApiReturnTo()
  @ApiPage('The password page.')
  @ApiPageProblems({ 403: 'Password sign-in is disabled.' })
  openLocalSignIn(@Req() request: Request, @Res() response: Response, @Query('returnTo') returnTo?: unknown): void {
    sendPage(response, signInPage(this.config, request, { returnTo: safeReturnPath(returnTo) }));
  }
}
