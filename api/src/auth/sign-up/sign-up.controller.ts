import { Controller, Get, Inject, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiSeeOtherResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { CurrentUserDto } from '../current-user/current-user.dto';
import { CurrentUserService } from '../current-user/current-user.service';
import { readLinkToken } from '../email-links/link-token';
import { ApiLinkToken, ApiPage, ApiPageProblems, ApiRedirect } from '../pages/api-page.decorator';
import { readFields, runForm, AcceptsForm, fieldText } from '../pages/form-request';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { sendPage } from '../pages/send-page';
import { PasswordPolicyService } from '../password/password-policy.service';
import { LocalSignInGuard } from '../sign-in/local-sign-in.guard';
import { safeReturnPath } from '../sign-in/return-to';
import { getSignUpMode } from './self-sign-up';
import { checkEmailPage, confirmSignUpPage, signUpDisabledPage, signUpPage } from './sign-up-page';
import { ConfirmSignUpDto, SignUpDto, SignUpResultDto } from './sign-up.dto';
import { SignUpService } from './sign-up.service';

const SIGNED_UP_MESSAGE = 'Your account is ready. Sign in with your email and password.';
const CHECK_EMAIL_MESSAGE = 'Check your email for a link to confirm your address.';
const PROBLEMS = {
  403: 'Sign-up is disabled, or the request came from another site.',
};

@Access('public')
@UseFilters(PageProblemFilter)
@Controller('api/sign-up')
export class SignUpController {
  constructor(
    private readonly signUps: SignUpService,
    private readonly policy: PasswordPolicyService,
    private readonly currentUsers: CurrentUserService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Throttled('public')
  @ApiOperation({ summary: 'Open the sign-up page' })
  @ApiQuery({
    name: 'returnTo',
    required: false,
    description: 'Web app page to open after signing in. Other values are treated as /.',
    example: '/',
  })
  @ApiPage('The form, or a page that says who can create accounts.')
  @ApiRedirect('Redirects to the sign-in page if a provider creates the account.')
  openSignUp(@Req() request: Request, @Res() response: Response, @Query('returnTo') rawReturnTo?: unknown): void {
    const returnTo = safeReturnPath(rawReturnTo);
    const mode = getSignUpMode(this.config, request);
    if (mode === 'provider') response.redirect(`/api/login?returnTo=${encodeURIComponent(returnTo)}`);
    else if (mode === 'off') sendPage(response, signUpDisabledPage(this.config, returnTo));
    else sendPage(response, signUpPage(this.config, { returnTo }));
  }

  @Post()
  @UseGuards(LocalSignInGuard)
  @Throttled('sign-up')
  @ApiOperation({ summary: 'Create a demo account with email and password' })
  @AcceptsForm(SignUpDto)
  @Responds(202, { type: SignUpResultDto, description: 'What to do next. Forms get an HTML page.' })
  @ApiSeeOtherResponse({
    description:
      "For forms, if addresses don't have to be confirmed: signs the user in and redirects to the requested page.",
  })
  @ApiProblems({
    400: "A field is missing, invalid or unknown, or the address is taken and addresses don't have to be confirmed.",
    ...PROBLEMS,
  })
  async signUp(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readFields(request);
    await runForm(
      request,
      response,
      async () => {
        const newUser = await this.validation.check(SignUpDto, fields);
        const { email, password } = newUser;
        await this.policy.assertAcceptable({ field: 'password', password, email });
        const user = await this.signUps.signUp(newUser, request);
        if (request.is('json')) response.json({ message: user ? SIGNED_UP_MESSAGE : CHECK_EMAIL_MESSAGE });
        else if (user) {
          await this.signUps.start(user, request, response);
          response.redirect(303, safeReturnPath(newUser.returnTo));
        } else sendPage(response, checkEmailPage(this.config, email));
      },
      (failure) =>
        signUpPage(this.config, {
          failure,
          returnTo: safeReturnPath(fields['returnTo']),
          firstName: fieldText(fields['firstName']),
          lastName: fieldText(fields['lastName']),
          company: fieldText(fields['company']),
          email: fieldText(fields['email']),
        }),
    );
  }

  @Get('confirm')
  @UseGuards(LocalSignInGuard)
  @Throttled('public')
  @ApiOperation({
    summary: 'Open the email confirmation page',
    description: 'Changes nothing, because mail scanners open links.',
  })
  @ApiLinkToken('Token from the link in the email.')
  @ApiPage('The form that confirms the address.')
  @ApiPageProblems({ 400: 'The link has expired or was already used.', 403: 'Password sign-in is disabled.' })
  async openSignUpConfirmation(@Res() response: Response, @Query('token') rawToken?: unknown): Promise<void> {
    const token = readLinkToken(rawToken);
    const { email } = await this.signUps.find(token);
    sendPage(response, confirmSignUpPage(this.config, { token, email }));
  }

  @Post('confirm')
  @UseGuards(LocalSignInGuard)
  @Throttled('sign-in')
  @ApiOperation({ summary: 'Confirm the email address, create the account and sign in' })
  @AcceptsForm(ConfirmSignUpDto)
  @Responds(200, { type: CurrentUserDto, description: 'The signed-in user. The response sets the session cookie.' })
  @ApiSeeOtherResponse({ description: 'For forms: redirects to the requested page.' })
  @ApiProblems({ 400: 'The link has expired or was already used.', 401: 'Wrong password.', ...PROBLEMS })
  async confirmSignUp(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readFields(request);
    const { email } = await this.signUps.find(readLinkToken(fields['token']));
    await runForm(
      request,
      response,
      async () => {
        const confirmation = await this.validation.check(ConfirmSignUpDto, fields);
        const { user, returnTo } = await this.signUps.confirm(confirmation, request, response);
        if (request.is('json')) response.json(await this.currentUsers.getAfterSignIn({ user, hasWeakPassword: false }));
        else response.redirect(303, returnTo);
      },
      (failure) => confirmSignUpPage(this.config, { token: readLinkToken(fields['token']), email, failure }),
    );
  }
}
