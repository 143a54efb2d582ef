import { Controller, Inject, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiSeeOtherResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { unauthenticated } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { CurrentUserDto } from '../current-user/current-user.dto';
import { CurrentUserService } from '../current-user/current-user.service';
import { readFields, runForm, AcceptsForm, fieldText } from '../pages/form-request';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { LocalSignInGuard } from './local-sign-in.guard';
import { LocalSignInService } from './local-sign-in.service';
import { safeReturnPath } from './return-to';
import { secondStepPath } from './second-step-page';
import { signInPage } from './sign-in-page';
import { SignInDto } from './sign-in.dto';

const SIGNED_IN = { type: CurrentUserDto, description: 'The signed-in user. The response sets the session cookie.' };
const FORM_REDIRECT = { description: 'For forms: redirects to the requested page, or to the second step.' };
const PROBLEMS = {
  400: 'A field is missing or unknown.',
  401: 'Wrong email or password, or two-step verification is on (`SECOND_FACTOR_REQUIRED`).',
  403: 'The request came from another site.',
};

@Access('public')
@Throttled('sign-in')
@UseGuards(LocalSignInGuard)
@UseFilters(PageProblemFilter)
@Controller('api/login')
export class LocalSignInController {
  constructor(
    private readonly localSignIn: LocalSignInService,
    private readonly currentUsers: CurrentUserService,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Sign in with email and password' })
  @AcceptsForm(SignInDto)
  @Responds(200, SIGNED_IN)
  @ApiSeeOtherResponse(FORM_REDIRECT)
  @ApiProblems(PROBLEMS)
  async signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readFields(request);
    await runForm(
      request,
      response,
      async () => {
        const credentials = await this.validation.check(SignInDto, fields);
        const result = await this.localSignIn.signIn(credentials, request, response);
        if (result === 'second_step') {
          if (request.is('json'))
            throw unauthenticated(
              'SECOND_FACTOR_REQUIRED',
              'Enter the code from your authenticator app, or a recovery code: POST it to /api/login/code. Or POST a passkey to /api/login/passkey.',
            );
          response.redirect(303, secondStepPath(safeReturnPath(credentials.returnTo)));
        } else if (request.is('json')) response.json(await this.currentUsers.getAfterSignIn(result));
        else response.redirect(303, safeReturnPath(credentials.returnTo));
      },
      (failure) =>
        signInPage(this.config, request, {
          email: fieldText(fields['email']),
          returnTo: safeReturnPath(fields['returnTo']),
          // The error names no field, so it does not reveal whether the address or the password is wrong.
          failure: { message: failure.message },
        }),
    );
  }

  @Post('local')
  @ApiOperation({ summary: 'Same as POST /api/login' })
  @AcceptsForm(SignInDto)
  @Responds(200, SIGNED_IN)
  @ApiSeeOtherResponse(FORM_REDIRECT)
  @ApiProblems(PROBLEMS)
  signInLocally(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.signIn(request, response);
  }
}
