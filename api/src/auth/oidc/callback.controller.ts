import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access.decorator';
import { ApiPageProblems, ApiRedirect } from '../pages/api-page.decorator';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { OidcSignInService } from './oidc-sign-in.service';

/** Where the sign-in provider sends browsers back to. */
@ApiTags('Dashboard')
@Access('public')
@Throttled('public')
@UseFilters(PageProblemFilter)
@Controller('api/callback')
export class CallbackController {
  constructor(private readonly signIn: OidcSignInService) {}

  @Get()
  @ApiOperation({ operationId: 'finishSignIn', summary: 'The way back from the sign-in provider' })
  @ApiQuery({ name: 'code', required: false, example: 'SplxlOBeZQQYbYS6WxSbIA' })
  @ApiQuery({ name: 'state', required: false, example: 'af0ifjsldkj' })
  @ApiQuery({ name: 'error', required: false, description: 'In place of a code.', example: 'access_denied' })
  @ApiRedirect('Signed in; on to the page that was asked for.')
  @ApiPageProblems({
    400: 'The sign-in has expired, was used already, or began in another browser.',
    403: 'Cancelled at the provider, or the account is switched off.',
    404: 'There is no provider.',
    502: 'The provider answered something that cannot be used.',
    503: 'The provider or the database cannot be reached.',
  })
  async finish(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.set('Cache-Control', 'no-store').redirect(await this.signIn.finish(request, response));
  }
}
