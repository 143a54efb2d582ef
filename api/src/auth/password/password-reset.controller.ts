import { Controller, Get, Inject, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { readLinkToken } from '../email-links/link-token';
import { ApiLinkToken, ApiPage, ApiPageProblems } from '../pages/api-page.decorator';
import { readFields, runForm, AcceptsForm, fieldText } from '../pages/form-request';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { sendPage } from '../pages/send-page';
import { getActor } from '../principal/actor';
import { LocalSignInGuard } from '../sign-in/local-sign-in.guard';
import {
  askAdministratorPage,
  forgotPasswordPage,
  linkSentPage,
  passwordChangedPage,
  resetPasswordPage,
} from './password-reset-pages';
import { ForgotPasswordDto, ForgotPasswordResultDto, ResetPasswordDto } from './password-reset.dto';
import { PasswordResetService } from './password-reset.service';

const LINK_SENT =
  'If an account exists for this email, a link to choose a new password is on its way. Check your spam folder, too.';
const PROBLEMS = {
  403: 'The request came from another site.',
};

@Access('public')
@UseGuards(LocalSignInGuard)
@UseFilters(PageProblemFilter)
@Controller('api/password')
export class PasswordResetController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('forgot')
  @Throttled('public')
  @ApiOperation({ summary: 'Open the forgot-password page' })
  @ApiPage("The form or, if email isn't set up, a page that says who can help.")
  @ApiPageProblems({ 403: 'Password sign-in is disabled.' })
  openForgotPassword(@Res() response: Response): void {
    sendPage(response, this.resets.isAvailable ? forgotPasswordPage(this.config) : askAdministratorPage(this.config));
  }

  @Post('forgot')
  @Throttled('password-reset')
  @ApiOperation({ summary: 'Send a link to choose a new password' })
  @AcceptsForm(ForgotPasswordDto)
  @Responds(202, {
    type: ForgotPasswordResultDto,
    description: 'The response is the same for every address. Forms get an HTML page.',
  })
  @ApiProblems({ 400: 'The email address is missing or invalid.', ...PROBLEMS, 503: 'No mail server is set up.' })
  async forgotPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readFields(request);
    await runForm(
      request,
      response,
      async () => {
        const { email } = await this.validation.check(ForgotPasswordDto, fields);
        await this.resets.request(email);
        if (request.is('json')) response.json({ message: LINK_SENT });
        else sendPage(response, linkSentPage(this.config, LINK_SENT));
      },
      (failure) => forgotPasswordPage(this.config, { email: fieldText(fields['email']), failure }),
    );
  }

  @Get('reset')
  @Throttled('public')
  @ApiOperation({ summary: 'Open the password reset page' })
  @ApiLinkToken('Token from the link in the email.')
  @ApiPage('The form.')
  @ApiPageProblems({ 400: 'The link has expired or was already used.', 403: 'Password sign-in is disabled.' })
  async openPasswordReset(@Res() response: Response, @Query('token') rawToken?: unknown): Promise<void> {
    const token = readLinkToken(rawToken);
    await this.resets.assertUsable(token);
    sendPage(response, resetPasswordPage(this.config, { token }));
  }

  @Post('reset')
  @Throttled('password-reset')
  @ApiOperation({ summary: 'Choose a new password and end all sessions' })
  @AcceptsForm(ResetPasswordDto)
  @Responds(204, { description: 'The password was changed. Forms get an HTML page.' })
  @ApiProblems({ 400: 'The password is too short or too long, or the link no longer works.', ...PROBLEMS })
  async resetPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readFields(request);
    await runForm(
      request,
      response,
      async () => {
        await this.resets.reset(await this.validation.check(ResetPasswordDto, fields), getActor(request));
        if (request.is('json')) response.end();
        else sendPage(response, passwordChangedPage(this.config));
      },
      (failure) => resetPasswordPage(this.config, { token: readLinkToken(fields['token']), failure }),
    );
  }
}
