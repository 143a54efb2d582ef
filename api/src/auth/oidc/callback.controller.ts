import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { ApiPageProblems, ApiRedirect } from '../pages/api-page.decorator';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { OidcSignInService } from './oidc-sign-in.service';

@Access('public')
@Throttled('public')
@UseFilters(PageProblemFilter)
@Controller('api/callback')
export class CallbackController {
  constructor(private readonly signIn: OidcSignInService) {}

  @Get()
  @ApiOperation({ summary: "Handle the sign-in provider's callback" })
  @ApiQuery({ name: 'code', required: false, example: 'SplxlOBeZQQYbYS6WxSbIA' })
  @ApiQuery({ name: 'state', required: false, example: 'af0ifjsldkj' })
  @ApiQuery({
    name: 'error',
    required: false,
    description: 'Error code, sent by the provider instead of `code`.',
    example: 'access_denied',
  })
  @ApiRedirect('Signed in. Redirects to the requested page.')
  @ApiPageProblems({
    400: 'The sign-in has expired, was already used, or started in another browser.',
    403: 'The user canceled the sign-in, the account is disabled, or an administrator must confirm with their password first.',
    404: 'No sign-in provider is configured.',
    502: 'The provider sent an invalid response.',
    503: 'The provider or the database is unavailable.',
  })
  async finishSignIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.redirect(await this.signIn.finish(request, response));
  }
}
