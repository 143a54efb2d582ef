import { Controller, Get, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { REQUIRED_STEPS } from '@ringwell/domain/accounts/required-step';
import { forbidden } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { Access, AllowedDuringStep } from '../access/access.decorator';
import { OidcSignInService } from '../oidc/oidc-sign-in.service';
import { ApiPageProblems, ApiRedirect } from '../pages/api-page.decorator';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { isSameOrigin } from '../same-origin/same-origin';
import { SessionsService } from '../session/sessions.service';

// Clears the account's data from the browser's cache. Excludes "storage", which only holds preferences such as the
// theme, and "cookies", which would sign users out of other products on the same domain.
const CLEAR_SITE_DATA = { 'Clear-Site-Data': '"cache"' };

@Controller('api/logout')
export class SignOutController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly oidc: OidcSignInService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Access('public')
  @UseFilters(PageProblemFilter)
  @ApiOperation({ summary: 'Sign out here and at the sign-in provider, for browsers' })
  @ApiRedirect('Redirects to the provider, which redirects back; without a provider, redirects to /.')
  @ApiPageProblems({ 403: 'The request came from another site.' })
  async openSignOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.assertNotCrossSite(request);
    const signedInWith = await this.sessions.end(request, response);
    const url = signedInWith === 'oidc' ? await this.oidc.findEndSessionUrl() : null;
    response.set(CLEAR_SITE_DATA).redirect(url ?? '/');
  }

  @Post()
  @Access('session', 'viewer')
  @AllowedDuringStep(REQUIRED_STEPS)
  @ApiOperation({ summary: 'Sign out here only, not at the sign-in provider' })
  @Responds(204, { description: 'Signed out.' })
  @ApiProblems({ 403: 'The request came from another site.' })
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.sessions.end(request, response);
    response.set(CLEAR_SITE_DATA);
  }

  // Prevents links and images on other sites from signing users out. Allows typed URLs (`none`), our own pages and
  // browsers that send no origin.
  private assertNotCrossSite(request: Request): void {
    const { 'sec-fetch-site': site, referer } = request.headers;
    const isSameOriginReferrer =
      referer !== undefined && URL.canParse(referer) && isSameOrigin(new URL(referer).origin, request, this.config);
    const isOwnSite = site === undefined ? referer === undefined : site === 'same-origin' || site === 'none';
    if (isOwnSite || isSameOriginReferrer) return;
    throw forbidden('CROSS_ORIGIN', 'For your security, sign out with the button below.');
  }
}
