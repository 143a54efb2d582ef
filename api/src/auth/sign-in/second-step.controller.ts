import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiSeeOtherResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';

import { ApiProblems } from '../../http/problems/problem.dto';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { CurrentUserDto } from '../current-user/current-user.dto';
import { CurrentUserService } from '../current-user/current-user.service';
import { ApiPage, ApiPageProblems, ApiRedirect } from '../pages/api-page.decorator';
import { readFields, runForm, AcceptsForm } from '../pages/form-request';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { sendPage } from '../pages/send-page';
import { SecondStepDto } from '../second-factor/second-factor.dto';
import { LocalSignInGuard } from './local-sign-in.guard';
import { safeReturnPath } from './return-to';
import { secondStepPage } from './second-step-page';
import { SecondStepService } from './second-step.service';

@Access('public')
@UseGuards(LocalSignInGuard)
@UseFilters(PageProblemFilter)
@Controller('api/login/code')
export class SecondStepController {
  constructor(
    private readonly secondStep: SecondStepService,
    private readonly currentUsers: CurrentUserService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Open the second-factor page' })
  @ApiQuery({
    name: 'returnTo',
    required: false,
    description: 'Web app page to open after signing in. Other values are treated as /.',
    example: '/calls',
  })
  @ApiQuery({
    name: 'method',
    required: false,
    description: 'Requested factor: passkey, app or recovery. Defaults to the first of these the user has set up.',
    example: 'recovery',
  })
  @ApiPage('The page.')
  @ApiRedirect("Redirects to the sign-in page if the correct password wasn't entered in the last few minutes.")
  @ApiPageProblems({ 403: 'Password sign-in is disabled.' })
  async openSecondStep(
    @Req() request: Request,
    @Res() response: Response,
    @Query('returnTo') returnTo?: unknown,
    @Query('method') method?: unknown,
  ): Promise<void> {
    const path = safeReturnPath(returnTo);
    const choices = await this.secondStep.findChoices(request);
    if (choices) sendPage(response, secondStepPage(this.config, { returnTo: path, method, choices }));
    else response.redirect(`/api/login/local?returnTo=${encodeURIComponent(path)}`);
  }

  @Post()
  @HttpCode(200)
  @Throttled('sign-in')
  @ApiOperation({
    summary: 'Finish signing in with a code',
    description: 'Requires the cookie set by the password step. Allows up to 10 wrong codes per hour.',
  })
  @AcceptsForm(SecondStepDto)
  @ApiOkResponse({ type: CurrentUserDto, description: 'The signed-in user. The response sets the session cookie.' })
  @ApiSeeOtherResponse({ description: 'For forms: redirects to the requested page.' })
  @ApiProblems({
    400: 'A field is missing or unknown, or the sign-in took too long.',
    401: 'The code is wrong or was already used.',
    403: 'The request came from another site, or password sign-in is disabled.',
  })
  async signInWithCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { method, ...fields } = await readFields(request);
    const choices = (await this.secondStep.findChoices(request)) ?? { hasApp: true, hasPasskey: false };
    await runForm(
      request,
      response,
      async () => {
        const { code, returnTo } = await this.validation.check(SecondStepDto, fields);
        const result = await this.secondStep.finish({ code }, request, response);
        if (request.is('json')) response.json(await this.currentUsers.getAfterSignIn(result));
        else response.redirect(303, safeReturnPath(returnTo));
      },
      ({ message }) =>
        secondStepPage(this.config, {
          returnTo: safeReturnPath(fields['returnTo']),
          method,
          choices,
          failure: { message, field: 'code' },
        }),
    );
  }
}
