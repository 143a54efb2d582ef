import { Controller, HttpCode, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiSeeOtherResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { AppError } from '@ringwell/domain/app-error';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { readFormBody } from '../../http/body/form-body';
import { UnparsedBody } from '../../http/body/unparsed-body.decorator';
import { STATUS_BY_KIND } from '../../http/problems/problem';
import { ApiProblems } from '../../http/problems/problem.dto';
import { StrictValidationPipe } from '../../http/request/strict-validation.pipe';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access.decorator';
import { toCurrentUser } from '../current-user/current-user-view';
import { CurrentUserDto } from '../current-user/current-user.dto';
import { PageProblemFilter } from '../pages/page-problem.filter';
import { sendPage } from '../pages/send-page';
import { localSignInPage } from './local-sign-in-page';
import { LocalSignInService } from './local-sign-in.service';
import { returnPath } from './return-to';
import { SignInDto } from './sign-in.dto';

const SIGNED_IN = { type: CurrentUserDto, description: 'The signed-in user. The response sets the session cookie.' };
const FORM_SIGNED_IN = { description: 'For forms: redirects to the requested page.' };
const TYPES = ['application/json', 'application/x-www-form-urlencoded'] as const;
const PROBLEMS = {
  400: 'A field is missing or unknown.',
  401: 'Wrong email or password.',
  403: 'The request comes from another site.',
  413: 'The body is too large.',
  415: 'The body is neither JSON nor a form.',
};

@ApiTags('Dashboard')
@Access('public')
@Throttled('sign-in')
@UnparsedBody()
@UseFilters(PageProblemFilter)
@Controller('api/login')
export class LocalSignInController {
  constructor(
    private readonly localSignIn: LocalSignInService,
    private readonly users: UsersRepository,
    private readonly validation: StrictValidationPipe,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ operationId: 'signIn', summary: 'Sign in with email and password' })
  @ApiConsumes(...TYPES)
  @ApiBody({ type: SignInDto })
  @ApiOkResponse(SIGNED_IN)
  @ApiSeeOtherResponse(FORM_SIGNED_IN)
  @ApiProblems(PROBLEMS)
  async signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readCredentials(request);
    try {
      const credentials = await this.validation.check(SignInDto, fields);
      const user = await this.localSignIn.signIn(credentials, request, response);
      response.set('Cache-Control', 'no-store');
      if (request.is('json')) response.json(toCurrentUser(user, await this.users.findSettings(user.id)));
      else response.redirect(303, returnPath(credentials.returnTo));
    } catch (error) {
      if (request.is('json') || !isFormError(error)) throw error;
      const { email, returnTo } = fields as Partial<Record<keyof SignInDto, string>>;
      sendPage(
        response,
        localSignInPage(this.config, { email, returnTo: returnPath(returnTo), error: messageOf(error) }),
        STATUS_BY_KIND[error.kind],
      );
    }
  }

  @Post('local')
  @HttpCode(200)
  @ApiOperation({ operationId: 'signInLocally', summary: 'Same as POST /api/login' })
  @ApiConsumes(...TYPES)
  @ApiBody({ type: SignInDto })
  @ApiOkResponse(SIGNED_IN)
  @ApiSeeOtherResponse(FORM_SIGNED_IN)
  @ApiProblems(PROBLEMS)
  signInLocally(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.signIn(request, response);
  }
}

// The form is shown again for these.
function isFormError(error: unknown): error is AppError {
  return error instanceof AppError && (error.kind === 'unauthenticated' || error.code === 'VALIDATION_FAILED');
}

// Without the field name that `message` starts with.
function messageOf({ errors, message }: AppError): string {
  return errors?.[0]?.message ?? message;
}

// Forms are read here; JSON has already been read by `BodyInterceptor`.
async function readCredentials(request: Request): Promise<object> {
  if (request.is('urlencoded')) return await readFormBody(request);
  if (!request.is('json')) {
    throw new AppError({
      kind: 'unsupported_media',
      code: 'UNSUPPORTED_CONTENT_TYPE',
      message: 'Send email and password as a form or as JSON.',
    });
  }
  const body: unknown = request.body;
  return typeof body === 'object' && body !== null ? body : {};
}
