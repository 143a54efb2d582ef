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
import { PageProblemFilter, PASSKEY_SIGN_IN_PATH } from '../pages/page-problem.filter';
import { PasskeyCeremonyService } from '../second-factor/passkeys/passkey-ceremony.service';
import { PasskeyOptionsDto } from '../second-factor/passkeys/passkey.dto';
import { PasskeyStepDto } from '../second-factor/second-factor.dto';
import { LocalSignInGuard } from './local-sign-in.guard';
import { PasskeySignInService } from './passkey-sign-in.service';
import { safeReturnPath } from './return-to';
import { signInPage } from './sign-in-page';

@Access('public')
@UseGuards(LocalSignInGuard)
@Controller(PASSKEY_SIGN_IN_PATH)
export class PasskeySignInController {
  constructor(
    private readonly signIns: PasskeySignInService,
    private readonly ceremony: PasskeyCeremonyService,
    private readonly currentUsers: CurrentUserService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('options')
  @HttpCode(200)
  @Throttled('public')
  @ApiOperation({ summary: 'Get the options to sign in with a passkey instead of the password' })
  @ApiOkResponse({ type: PasskeyOptionsDto })
  @ApiProblems({ 403: 'The request came from another site, or password sign-in is disabled.' })
  async startPasskeyOnlySignIn(): Promise<PasskeyOptionsDto> {
    return { options: { ...(await this.ceremony.startSignIn()) } };
  }

  @Post()
  @HttpCode(200)
  @Throttled('sign-in')
  @UseFilters(PageProblemFilter)
  @ApiOperation({
    summary: 'Sign in with a passkey instead of the password',
    description: 'The passkey must be a discoverable credential, and its authenticator must have verified the user.',
  })
  @AcceptsForm(PasskeyStepDto)
  @ApiOkResponse({ type: CurrentUserDto, description: 'The signed-in user. The response sets the session cookie.' })
  @ApiSeeOtherResponse({ description: 'For forms: redirects to the requested page.' })
  @ApiProblems({
    400: 'A field is missing or unknown.',
    401: 'The passkey was rejected.',
    403: 'The request came from another site, or password sign-in is disabled.',
  })
  async signInWithPasskeyOnly(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readFields(request);
    await runForm(
      request,
      response,
      async () => {
        const { credential, returnTo } = await this.validation.check(PasskeyStepDto, fields);
        const result = await this.signIns.signIn(credential, request, response);
        if (request.is('json')) response.json(await this.currentUsers.getAfterSignIn(result));
        else response.redirect(303, safeReturnPath(returnTo));
      },
      ({ message }) =>
        signInPage(this.config, request, { returnTo: safeReturnPath(fields['returnTo']), failure: { message } }),
    );
  }
}
