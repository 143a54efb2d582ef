import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Length, MaxLength } from 'class-validator';

import { IfSent } from '../../http/request/if-sent.decorator';
import { boolean, FieldsType, oneOf, text } from '../../http/response/dto-fields';
import { MAX_CREDENTIAL_LENGTH } from '../second-factor/passkeys/passkey-credential';
import { PASSKEY_MISSING } from '../second-factor/passkeys/passkey.dto';

// Longer than any code, including spaces.
const MAX_CODE_LENGTH = 40;

// Existing passwords may be longer than new ones. The limit bounds the hashing time.
const MAX_PASSWORD_LENGTH = 1_000;

export const CONFIRMATION_METHODS = ['password', 'sign_in'] as const;

export class ConfirmationMethodDto extends FieldsType({
  isConfirmed: boolean({
    description: 'Whether you signed in or confirmed your identity in the last 15 minutes.',
    example: true,
  }),
  method: oneOf(CONFIRMATION_METHODS, {
    description: 'password: POST it to /api/auth/confirm. sign_in: open GET /api/login?again=true.',
    example: 'password',
  }),
  needsCode: boolean({
    description: 'Whether a code from your authenticator app, a recovery code or a passkey is also required.',
    example: false,
  }),
  hasPasskey: boolean({ description: 'Whether you have a passkey to use instead of a code.', example: false }),
  signInName: text({ description: 'Provider name for a button that starts with "Sign in with".', example: 'Acme' }),
}) {}

export class ConfirmDto {
  @ApiProperty({ format: 'password', maxLength: MAX_PASSWORD_LENGTH, example: 'correct horse battery staple' })
  @Length(1, MAX_PASSWORD_LENGTH, { message: 'Enter your password.' })
  password!: string;

  @ApiPropertyOptional({
    maxLength: MAX_CODE_LENGTH,
    description:
      'A code from your authenticator app, or a recovery code. With two-step verification, this or `credential` is required.',
    example: '492039',
  })
  @IfSent()
  @IsString({ message: 'This must be text.' })
  @MaxLength(MAX_CODE_LENGTH, { message: 'This is too long for a code.' })
  code?: string;

  @ApiPropertyOptional({
    maxLength: MAX_CREDENTIAL_LENGTH,
    description: "The browser's response to the options from /api/auth/confirm/passkey, as a JSON string.",
    example: '{"id":"mJ0W","rawId":"mJ0W","type":"public-key","response":{"clientDataJSON":"eyJ0","…":"…"}}',
  })
  @IfSent()
  @Length(1, MAX_CREDENTIAL_LENGTH, { message: PASSKEY_MISSING })
  credential?: string;
}
