import { Controller, Get, Inject, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { UnparsedBody } from '../../http/body/unparsed-body.decorator';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { readLinkToken } from '../email-links/link-token';
import { fieldText, readForm, showFormAgain } from '../pages/form-request';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { sendPage } from '../pages/send-page';
import { PasswordPolicyService } from '../password/password-policy.service';
import { LocalSignInGuard } from '../sign-in/local-sign-in.guard';
import { safeReturnPath } from '../sign-in/return-to';
import { getSignUpMode } from './self-sign-up';
import { checkEmailPage, confirmSignUpPage, signUpDisabledPage, signUpPage } from './sign-up-page';
import { ConfirmSignUpDto, SignUpDto } from './sign-up.dto';
import { SignUpService } from './sign-up.service';

@ApiExcludeController()
@Access('public')
@UseFilters(PageProblemFilter)
@Controller('api/sign-up')
export class SignUpController {
  constructor(
    private readonly signUps: SignUpService,
    private readonly policy: PasswordPolicyService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Throttled('public')
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
  @UnparsedBody()
  async signUp(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readForm(request);
    try {
      const newUser = await this.validation.check(SignUpDto, fields);
      const { email, password } = newUser;
      await this.policy.assertAcceptable({ field: 'password', password, email });
      const user = await this.signUps.signUp(newUser, request);
      if (user) {
        await this.signUps.start(user, request, response);
        response.redirect(303, safeReturnPath(newUser.returnTo));
      } else sendPage(response, checkEmailPage(this.config, email));
    } catch (error) {
      showFormAgain(request, response, error, (failure) =>
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
  }

  /** Changes nothing, because mail scanners open links. */
  @Get('confirm')
  @UseGuards(LocalSignInGuard)
  @Throttled('public')
  async openSignUpConfirmation(@Res() response: Response, @Query('token') rawToken?: unknown): Promise<void> {
    const token = readLinkToken(rawToken);
    const { email } = await this.signUps.find(token);
    sendPage(response, confirmSignUpPage(this.config, { token, email }));
  }

  @Post('confirm')
  @UseGuards(LocalSignInGuard)
  @Throttled('sign-in')
  @UnparsedBody()
  async confirmSignUp(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readForm(request);
    const { email } = await this.signUps.find(readLinkToken(fields['token']));
    try {
      const confirmation = await this.validation.check(ConfirmSignUpDto, fields);
      response.redirect(303, await this.signUps.confirm(confirmation, request, response));
    } catch (error) {
      showFormAgain(request, response, error, (failure) =>
        confirmSignUpPage(this.config, { token: readLinkToken(fields['token']), email, failure }),
      );
    }
  }
}
