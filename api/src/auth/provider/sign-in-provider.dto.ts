import { ApiProperty } from '@nestjs/swagger';

/** What the sign-in button says and does. */
export class SignInProviderDto {
  @ApiProperty({ description: 'For the button: Sign in with {name}.', example: 'Replit' })
  name!: string;

  @ApiProperty({
    enum: ['oidc', 'local'],
    description: 'Whether GET /api/login leads to a sign-in provider or to our own page.',
    example: 'oidc',
  })
  kind!: 'oidc' | 'local';

  @ApiProperty({ description: 'The page for people with a password.', example: '/api/login/local' })
  localUrl!: string;
}
