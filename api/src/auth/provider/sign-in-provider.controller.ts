import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Throttled } from '../../http/throttling/throttled.decorator';
import { Access } from '../access/access.decorator';
import { getSignUpMode } from '../sign-up/self-sign-up';
import { signInProvider } from './sign-in-provider';
import { SignInProviderDto } from './sign-in-provider.dto';

@Access('public')
@Throttled('public')
@Controller('api/auth/provider')
export class SignInProviderController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  @ApiOperation({ summary: 'Get the sign-in method' })
  @ApiOkResponse({ type: SignInProviderDto })
  getSignInProvider(@Req() request: Request): SignInProviderDto {
    const mode = getSignUpMode(this.config, request);
    return {
      ...signInProvider(this.config),
      localUrl: this.config.LOCAL_SIGN_IN === 'on' ? '/api/login/local' : null,
      signUp: mode === 'provider' || mode === 'off' ? mode : 'password',
    };
  }
}
