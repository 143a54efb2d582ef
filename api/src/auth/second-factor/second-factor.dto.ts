import { ApiProperty } from '@nestjs/swagger';
import { Length } from 'class-validator';

import { RECOVERY_CODE_COUNT } from '@ringwell/domain/accounts/second-factor';

import { Trim } from '../../http/request/trim.decorator';
import { boolean, dateTime, FieldsType, integer, listOf, object, text } from '../../http/response/dto-fields';
import { ReturnTo } from '../pages/return-to.decorator';
import { MAX_CREDENTIAL_LENGTH } from './passkeys/passkey-credential';
import { PASSKEY_MISSING, PasskeyDto } from './passkeys/passkey.dto';

// Longer than any code, including spaces.
const MAX_CODE_LENGTH = 40;

export const CODE_REQUIRED = 'Enter the code from your authenticator app, or a recovery code.';

export class CodeDto {
  @ApiProperty({
    maxLength: MAX_CODE_LENGTH,
    description: 'A code from the authenticator app.',
    example: '492039',
  })
  @Trim()
  @Length(1, MAX_CODE_LENGTH, { message: 'Enter the 6 digits from your app.' })
  code!: string;
}

export class SecondStepDto {
  @ApiProperty({
    maxLength: MAX_CODE_LENGTH,
    description: 'A code from the authenticator app, or a recovery code.',
    example: '492039',
  })
  @Trim()
  @Length(1, MAX_CODE_LENGTH, { message: CODE_REQUIRED })
  code!: string;

  @ReturnTo()
  returnTo?: string;
}

export class PasskeyStepDto {
  @ApiProperty({
    maxLength: MAX_CREDENTIAL_LENGTH,
    description: "The browser's response to the options, as text: `JSON.stringify(credential)`.",
    example: '{"id":"mJ0W","rawId":"mJ0W","type":"public-key","response":{"clientDataJSON":"eyJ0","…":"…"}}',
  })
  @Length(1, MAX_CREDENTIAL_LENGTH, { message: PASSKEY_MISSING })
  credential!: string;

  @ReturnTo()
  returnTo?: string;
}

export class TotpFactorDto extends FieldsType({
  activatedAt: dateTime({ example: '2026-03-30T09:00:00.000Z' }),
  lastUsedAt: dateTime({ nullable: true, example: '2026-03-31T14:05:00.000Z' }),
}) {}

export class MySecondFactorDto extends FieldsType({
  isAvailable: boolean({
    description: 'Whether you can set up a factor. It protects password sign-ins.',
    example: true,
  }),
  isRequired: boolean({
    description: "Whether you must have a factor. If true, you can't remove your last one.",
    example: false,
  }),
  arePasskeysAvailable: boolean({
    description: 'Whether passkeys work at this address. They require a domain name with https, or localhost.',
    example: true,
  }),
  totp: object(TotpFactorDto, { nullable: true, description: 'The authenticator app, if you have one.' }),
  passkeys: listOf(PasskeyDto, { description: 'Oldest first.' }),
  recoveryCodesLeft: integer({ minimum: 0, description: 'Number of unused recovery codes.', example: 9 }),
}) {}

export class TotpSetupDto extends FieldsType({
  secret: text({ description: 'Secret to type into an app, in base32.', example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }),
  uri: text({
    description: 'URI to show as a QR code.',
    example:
      'otpauth://totp/Ringwell:dana%40reyes-hvac.example?issuer=Ringwell&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  }),
}) {}

export class NewFactorDto extends FieldsType({
  recoveryCodes: listOf(String, {
    nullable: true,
    description: 'Shown only once. Null if your earlier codes still work.',
    example: Array.from({ length: RECOVERY_CODE_COUNT }, (_, index) => `x7k2m-9qr4${index}`),
  }),
}) {}

export class RecoveryCodesDto extends FieldsType({
  recoveryCodes: listOf(String, {
    minItems: RECOVERY_CODE_COUNT,
    maxItems: RECOVERY_CODE_COUNT,
    description: 'Shown only once. Each code can be used once instead of a code from the app.',
    example: Array.from({ length: RECOVERY_CODE_COUNT }, (_, index) => `x7k2m-9qr4${index}`),
  }),
}) {}
