import { Controller, Get, Header, HttpCode, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { AppError } from '@ringwell/domain/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { ApiProblems } from '../../http/problems/problem.dto';
import { Access } from '../access.decorator';
import { OidcSignInService } from '../oidc/oidc-sign-in.service';
import { isOwnOrigin } from '../own-origin';
import { ApiPageProblems, ApiRedirect } from '../pages/api-page.decorator';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { SessionsService } from '../session/sessions.service';

/** Signing out. */
@ApiTags('Dashboard')
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
  @ApiOperation({ operationId: 'openSignOut', summary: 'Sign out, for browsers: also at the sign-in provider' })
  @ApiRedirect('To the provider, which leads back; else to /.')
  @ApiPageProblems({ 403: 'Another site led here. Nobody is signed out.', 503: 'The database cannot be reached.' })
  async open(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.assertNotSentByAnotherSite(request);
    const signedInWith = await this.sessions.end(request, response);
    const url = signedInWith === 'oidc' ? await this.oidc.endSessionUrl() : null;
    response.set('Cache-Control', 'no-store').redirect(url ?? '/');
  }

  @Post()
  @HttpCode(204)
  @Access('session')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'signOut', summary: 'Sign out here; the session at the sign-in provider goes on' })
  @ApiNoContentResponse({ description: 'Signed out.' })
  @ApiProblems({ 401: 'Nobody is signed in.', 403: 'The request comes from another site.' })
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.sessions.end(request, response);
  }

  /**
   * A link or an image elsewhere must not sign people out. Typed addresses (`none`), our own pages, and browsers that do not
   * say where they come from may.
   */
  private assertNotSentByAnotherSite(request: Request): void {
    const { 'sec-fetch-site': site, referer } = request.headers;
    const isReferredByUs =
      referer !== undefined && URL.canParse(referer) && isOwnOrigin(new URL(referer).origin, request, this.config);
    const isOurs = site === undefined ? referer === undefined : site === 'same-origin' || site === 'none';
    if (isOurs || isReferredByUs) return;
    throw new AppError({
      kind: 'forbidden',
      code: 'CROSS_ORIGIN',
      message: 'Another site led you here. If you want to sign out, do it with the button.',
    });
  }
}
