import { Controller, HttpCode, Inject, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiSeeOtherResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';

import { ApiProblems } from '../../http/problems/problem.dto';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { CurrentUserDto } from '../current-user/current-user.dto';
import { CurrentUserService } from '../current-user/current-user.service';
import { readFields, runForm, AcceptsForm } from '../pages/form-request';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { PasskeyOptionsDto } from '../second-factor/passkeys/passkey.dto';
import { PasskeyStepDto } from '../second-factor/second-factor.dto';
import { LocalSignInGuard } from './local-sign-in.guard';
import { safeReturnPath } from './return-to';
import { secondStepPage } from './second-step-page';
import { SecondStepService } from './second-step.service';

/** The second step of a password sign-in, with a passkey. */
@Access('public')
@UseGuards(LocalSignInGuard)
@Controller('api/login/passkey')
export class PasskeyStepController {
  constructor(
    private readonly secondStep: SecondStepService,
    private readonly currentUsers: CurrentUserService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('options')
  @HttpCode(200)
  @Throttled('public')
  @ApiOperation({
    summary: 'Get the options to finish signing in with a passkey',
    description: 'Requires the cookie set by the password step.',
  })
  @ApiOkResponse({ type: PasskeyOptionsDto })
  @ApiProblems({
    400: "The correct password wasn't entered in this browser, or the sign-in took too long.",
    403: 'The request came from another site, or password sign-in is disabled.',
  })
  async startPasskeySignIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PasskeyOptionsDto> {
    return { options: { ...(await this.secondStep.startPasskey(request, response)) } };
  }

  @Post()
  @HttpCode(200)
  @Throttled('sign-in')
  @UseFilters(PageProblemFilter)
  @ApiOperation({
    summary: 'Finish signing in with a passkey',
    description: 'Requires the cookie set by the password step. Allows up to 10 wrong attempts per hour.',
  })
  @AcceptsForm(PasskeyStepDto)
  @ApiOkResponse({ type: CurrentUserDto, description: 'The signed-in user. The response sets the session cookie.' })
  @ApiSeeOtherResponse({ description: 'For forms: redirects to the requested page.' })
  @ApiProblems({
    400: 'A field is missing or unknown, or the sign-in took too long.',
    401: 'The passkey was rejected.',
    403: 'The request came from another site, or password sign-in is disabled.',
  })
  async signInWithPasskey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readFields(request);
    const choices = (await this.secondStep.findChoices(request)) ?? { hasApp: false, hasPasskey: true };
    await runForm(
      request,
      response,
      async () => {
        const { credential, returnTo } = await this.validation.check(PasskeyStepDto, fields);
        const result = await this.secondStep.finish({ credential }, request, response);
        if (request.is('json')) response.json(await this.currentUsers.getAfterSignIn(result));
        else response.redirect(303, safeReturnPath(returnTo));
      },
      ({ message }) =>
        secondStepPage(this.config, {
          returnTo: safeReturnPath(fields['returnTo']),
          method: 'passkey',
          choices,
          failure: { message },
        }),
    );
  }
}
