import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../../http/response/nullable.decorator';

export class SignInProviderDto {
  @ApiProperty({ description: 'Name for the button "Sign in with {name}".', example: 'Replit' })
  name!: string;

  @ApiProperty({
    enum: ['oidc', 'local'],
    description: 'Whether GET /api/login redirects to a sign-in provider (oidc) or shows a password page (local).',
    example: 'oidc',
  })
  kind!: 'oidc' | 'local';

  @ApiNullable(String, {
    description: 'Password sign-in page; null if password sign-in is disabled.',
    example: '/api/login/local',
  })
  localUrl!: string | null;

  @ApiProperty({
    enum: ['provider', 'password', 'off'],
    description:
      'How visitors get a demo account: by signing in with the provider, with a password at /api/sign-up, or only from ' +
      'an administrator (off).',
    example: 'provider',
  })
  signUp!: 'provider' | 'password' | 'off';
}
