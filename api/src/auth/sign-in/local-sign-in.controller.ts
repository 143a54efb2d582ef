import { Controller, Get, Inject, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiSeeOtherResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { unauthenticated } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { CurrentUserDto } from '../current-user/current-user.dto';
import { CurrentUserService } from '../current-user/current-user.service';
import { ApiPage, ApiPageProblems, ApiRedirect, ApiReturnTo } from '../pages/api-page.decorator';
import { readFields, showFormAgain, AcceptsForm, fieldText } from '../pages/form-request';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { sendPage } from '../pages/send-page';
import { PasskeyCeremonyService } from '../second-factor/passkeys/passkey-ceremony.service';
import { PasskeyOptionsDto } from '../second-factor/passkeys/passkey.dto';
import { PasskeyStepDto, SecondStepDto } from '../second-factor/second-factor.dto';
import { LocalSignInGuard } from './local-sign-in.guard';
import { LocalSignInService } from './local-sign-in.service';
import { PasskeySignInService } from './passkey-sign-in.service';
import { safeReturnPath } from './return-to';
import { secondStepPage, secondStepPath } from './second-step-page';
import { SecondStepService } from './second-step.service';
import { signInPage } from './sign-in-page';
import { SignInDto } from './sign-in.dto';
import type { SignInUser } from './signed-in';

const SIGNED_IN = { type: CurrentUserDto, description: 'The signed-in user. The response sets the session cookie.' };
const FORM_REDIRECT = { description: 'For forms: redirects to the requested page.' };
const PASSWORD_REDIRECT = { description: 'For forms: redirects to the requested page, or to the second step.' };
const PASSWORD_PROBLEMS = {
  400: 'A field is missing or unknown.',
  401: 'Wrong email or password, or two-step verification is on (`SECOND_FACTOR_REQUIRED`).',
  403: 'The request came from another site.',
};
const FORBIDDEN = 'The request came from another site, or password sign-in is disabled.';

/** Signing in with a password, its second step, and signing in with a passkey instead of the password. */
@Access('public')
@UseGuards(LocalSignInGuard)
@Controller('api/login')
export class LocalSignInController {
  constructor(
    private readonly localSignIn: LocalSignInService,
    private readonly secondStep: SecondStepService,
    private readonly passkeySignIns: PasskeySignInService,
    private readonly ceremony: PasskeyCeremonyService,
    private readonly currentUsers: CurrentUserService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @Throttled('sign-in')
  @UseFilters(PageProblemFilter)
  @ApiOperation({ summary: 'Sign in with email and password' })
  @AcceptsForm(SignInDto)
  @Responds(200, SIGNED_IN)
  @ApiSeeOtherResponse(PASSWORD_REDIRECT)
  @ApiProblems(PASSWORD_PROBLEMS)
  async signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readFields(request);
    try {
      const credentials = await this.validation.check(SignInDto, fields);
      const result = await this.localSignIn.signIn(credentials, request, response);
      if (result === 'second_step') {
        if (request.is('json'))
          throw unauthenticated(
            'SECOND_FACTOR_REQUIRED',
            'Enter the code from your authenticator app, or a recovery code: POST it to /api/login/code. Or POST a passkey to /api/login/passkey.',
          );
        response.redirect(303, secondStepPath(safeReturnPath(credentials.returnTo)));
      } else await this.reply(request, response, result, safeReturnPath(credentials.returnTo));
    } catch (error) {
      showFormAgain(request, response, error, (failure) =>
        signInPage(this.config, request, {
          email: fieldText(fields['email']),
          returnTo: safeReturnPath(fields['returnTo']),
          // The error names no field, so it does not reveal whether the address or the password is wrong.
          failure: { message: failure.message },
        }),
      );
    }
  }

  @Post('local')
  @Throttled('sign-in')
  @UseFilters(PageProblemFilter)
  @ApiOperation({ summary: 'Same as POST /api/login' })
  @AcceptsForm(SignInDto)
  @Responds(200, SIGNED_IN)
  @ApiSeeOtherResponse(PASSWORD_REDIRECT)
  @ApiProblems(PASSWORD_PROBLEMS)
  signInLocally(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.signIn(request, response);
  }

  @Get('code')
  @UseFilters(PageProblemFilter)
  @ApiOperation({ summary: 'Open the second-factor page' })
  @ApiReturnTo()
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

  @Post('code')
  @Throttled('sign-in')
  @UseFilters(PageProblemFilter)
  @ApiOperation({
    summary: 'Finish signing in with a code',
    description: 'Requires the cookie set by the password step. Allows up to 10 wrong codes per hour.',
  })
  @AcceptsForm(SecondStepDto)
  @Responds(200, SIGNED_IN)
  @ApiSeeOtherResponse(FORM_REDIRECT)
  @ApiProblems({
    400: 'A field is missing or unknown, or the sign-in took too long.',
    401: 'The code is wrong or was already used.',
    403: FORBIDDEN,
  })
  async signInWithCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { method, ...fields } = await readFields(request);
    const returnTo = safeReturnPath(fields['returnTo']);
    const choices = (await this.secondStep.findChoices(request)) ?? { hasApp: true, hasPasskey: false };
    try {
      const { code } = await this.validation.check(SecondStepDto, fields);
      await this.reply(request, response, await this.secondStep.finish({ code }, request, response), returnTo);
    } catch (error) {
      showFormAgain(request, response, error, ({ message }) =>
        secondStepPage(this.config, { returnTo, method, choices, failure: { message, field: 'code' } }),
      );
    }
  }

  @Post('passkey/options')
  @Throttled('public')
  @ApiOperation({
    summary: 'Get the options to finish signing in with a passkey',
    description: 'Requires the cookie set by the password step.',
  })
  @Responds(200, { type: PasskeyOptionsDto })
  @ApiProblems({
    400: "The correct password wasn't entered in this browser, or the sign-in took too long.",
    403: FORBIDDEN,
  })
  async startPasskeySignIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PasskeyOptionsDto> {
    return { options: { ...(await this.secondStep.startPasskey(request, response)) } };
  }

  @Post('passkey')
  @Throttled('sign-in')
  @UseFilters(PageProblemFilter)
  @ApiOperation({
    summary: 'Finish signing in with a passkey',
    description: 'Requires the cookie set by the password step. Allows up to 10 wrong attempts per hour.',
  })
  @AcceptsForm(PasskeyStepDto)
  @Responds(200, SIGNED_IN)
  @ApiSeeOtherResponse(FORM_REDIRECT)
  @ApiProblems({
    400: 'A field is missing or unknown, or the sign-in took too long.',
    401: 'The passkey was rejected.',
    403: FORBIDDEN,
  })
  async signInWithPasskey(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readFields(request);
    const returnTo = safeReturnPath(fields['returnTo']);
    const choices = (await this.secondStep.findChoices(request)) ?? { hasApp: false, hasPasskey: true };
    try {
      const { credential } = await this.validation.check(PasskeyStepDto, fields);
      await this.reply(request, response, await this.secondStep.finish({ credential }, request, response), returnTo);
    } catch (error) {
      showFormAgain(request, response, error, ({ message }) =>
        secondStepPage(this.config, { returnTo, method: 'passkey', choices, failure: { message } }),
      );
    }
  }

  @Post('with-passkey/options')
  @Throttled('public')
  @ApiOperation({ summary: 'Get the options to sign in with a passkey instead of the password' })
  @Responds(200, { type: PasskeyOptionsDto })
  @ApiProblems({ 403: FORBIDDEN })
  async startPasskeyOnlySignIn(): Promise<PasskeyOptionsDto> {
    return { options: { ...(await this.ceremony.startSignIn()) } };
  }

  @Post('with-passkey')
  @Throttled('sign-in')
  @UseFilters(PageProblemFilter)
  @ApiOperation({
    summary: 'Sign in with a passkey instead of the password',
    description: 'The passkey must be a discoverable credential, and its authenticator must have verified the user.',
  })
  @AcceptsForm(PasskeyStepDto)
  @Responds(200, SIGNED_IN)
  @ApiSeeOtherResponse(FORM_REDIRECT)
  @ApiProblems({ 400: 'A field is missing or unknown.', 401: 'The passkey was rejected.', 403: FORBIDDEN })
  async signInWithPasskeyOnly(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readFields(request);
    const returnTo = safeReturnPath(fields['returnTo']);
    try {
      const { credential } = await this.validation.check(PasskeyStepDto, fields);
      await this.reply(request, response, await this.passkeySignIns.signIn(credential, request, response), returnTo);
    } catch (error) {
      showFormAgain(request, response, error, ({ message }) =>
        signInPage(this.config, request, { returnTo, failure: { message } }),
      );
    }
  }

  /** Clients that sent JSON get the user; browsers are redirected. */
  private async reply(request: Request, response: Response, signedIn: SignInUser, returnTo: string): Promise<void> {
    if (request.is('json')) response.json(await this.currentUsers.getAfterSignIn(signedIn));
    else response.redirect(303, returnTo);
  }
}
