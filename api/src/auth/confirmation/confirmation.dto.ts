import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length, MaxLength } from 'class-validator';

// Longer than any code with spaces.
const MAX_CODE_LENGTH = 40;

// Existing passwords may be longer than new ones. Bounds the time of hashing.
const MAX_PASSWORD_LENGTH = 1_000;

export const CONFIRMATION_METHODS = ['password', 'sign_in'] as const;
export type ConfirmationMethod = (typeof CONFIRMATION_METHODS)[number];

export class ConfirmationMethodDto {
  @ApiProperty({
    enum: CONFIRMATION_METHODS,
    description: 'password: POST it to /api/auth/confirm. sign_in: open GET /api/login?again=true.',
    example: 'password',
  })
  method!: ConfirmationMethod;

  @ApiProperty({
    description: 'Whether a code of your authenticator app or a recovery code is needed, too.',
    example: false,
  })
  needsCode!: boolean;

  @ApiProperty({ description: 'For the button to sign in again, after "Sign in with".', example: 'Acme' })
  signInName!: string;
}

export class ConfirmDto {
  @ApiProperty({ format: 'password', maxLength: MAX_PASSWORD_LENGTH, example: 'correct horse battery staple' })
  @Length(1, MAX_PASSWORD_LENGTH, { message: 'Enter your password.' })
  password!: string;

  @ApiPropertyOptional({
    maxLength: MAX_CODE_LENGTH,
    description: 'Of your authenticator app, or a recovery code. Required with two-step verification.',
    example: '492039',
  })
  @IsOptional()
  @IsString({ message: 'This must be text.' })
  @MaxLength(MAX_CODE_LENGTH, { message: 'This is too long for a code.' })
  code?: string;
}
