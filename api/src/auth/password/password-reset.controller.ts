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
import { getActor } from '../principal/actor';
import { LocalSignInGuard } from '../sign-in/local-sign-in.guard';
import {
  askAdministratorPage,
  forgotPasswordPage,
  linkSentPage,
  passwordChangedPage,
  resetPasswordPage,
} from './password-reset-pages';
import { ForgotPasswordDto, ResetPasswordDto } from './password-reset.dto';
import { PasswordResetService } from './password-reset.service';

const LINK_SENT =
  'If an account exists for this email, a link to choose a new password is on its way. Check your spam folder, too.';

@ApiExcludeController()
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
  openForgotPassword(@Res() response: Response): void {
    sendPage(response, this.resets.isAvailable ? forgotPasswordPage(this.config) : askAdministratorPage(this.config));
  }

  @Post('forgot')
  @Throttled('password-reset')
  @UnparsedBody()
  async forgotPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readForm(request);
    try {
      const { email } = await this.validation.check(ForgotPasswordDto, fields);
      await this.resets.request(email);
      sendPage(response, linkSentPage(this.config, LINK_SENT));
    } catch (error) {
      showFormAgain(request, response, error, (failure) =>
        forgotPasswordPage(this.config, { email: fieldText(fields['email']), failure }),
      );
    }
  }

  @Get('reset')
  @Throttled('public')
  async openPasswordReset(@Res() response: Response, @Query('token') rawToken?: unknown): Promise<void> {
    const token = readLinkToken(rawToken);
    await this.resets.assertUsable(token);
    sendPage(response, resetPasswordPage(this.config, { token }));
  }

  @Post('reset')
  @Throttled('password-reset')
  @UnparsedBody()
  async resetPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readForm(request);
    try {
      await this.resets.reset(await this.validation.check(ResetPasswordDto, fields), getActor(request));
      sendPage(response, passwordChangedPage(this.config));
    } catch (error) {
      showFormAgain(request, response, error, (failure) =>
        resetPasswordPage(this.config, { token: readLinkToken(fields['token']), failure }),
      );
    }
  }
}
