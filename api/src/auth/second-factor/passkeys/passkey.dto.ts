import { ApiProperty } from '@nestjs/swagger';
import { Length, Matches } from 'class-validator';

import { MAX_PASSKEY_NAME_LENGTH } from '@ringwell/domain/accounts/second-factor';

import { Trim } from '../../../http/request/trim.decorator';
import { dateTime, FieldsType, json, text, uuid } from '../../../http/response/dto-fields';
import { MAX_CREDENTIAL_LENGTH } from './passkey-credential';

/** Shown if the browser didn't send a passkey, for example because scripts are disabled. */
export const PASSKEY_MISSING = "Your browser didn't send a passkey. Try again, or sign in another way.";

const CREDENTIAL_EXAMPLE =
  '{"id":"mJ0W","rawId":"mJ0W","type":"public-key","clientExtensionResults":{},"response":{"clientDataJSON":"eyJ0","…":"…"}}';

export class PasskeyDto extends FieldsType({
  id: uuid({ example: '3f2a1c9e-5a37-4d0f-8a55-0f9f3c1f7d10' }),
  name: text({ example: 'Chrome on macOS' }),
  createdAt: dateTime({ example: '2026-03-30T09:00:00.000Z' }),
  lastUsedAt: dateTime({ nullable: true, example: '2026-03-31T14:05:00.000Z' }),
}) {}

export class PasskeyOptionsDto extends FieldsType({
  options: json({
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. Works once and expires in 5 minutes.',
    example: { challenge: 'ff2qOnd3SiJ-JW5nSdF6N9Y9bIyO7o_hw6UFCNQ69Vw', timeout: 60_000 },
  }),
}) {}

export class AddPasskeyDto {
  @ApiProperty({
    maxLength: MAX_PASSKEY_NAME_LENGTH,
    description: 'A name to tell your passkeys apart.',
    example: 'Chrome on macOS',
  })
  @Trim()
  @Length(1, MAX_PASSKEY_NAME_LENGTH, { message: `Enter a name of up to ${MAX_PASSKEY_NAME_LENGTH} characters.` })
  @Matches(/^\P{Cc}*$/u, { message: 'Use a single line of plain text.' })
  name!: string;

  @ApiProperty({
    maxLength: MAX_CREDENTIAL_LENGTH,
    description: "The browser's new passkey, as text: `JSON.stringify(credential)`.",
    example: CREDENTIAL_EXAMPLE,
  })
  @Length(1, MAX_CREDENTIAL_LENGTH, { message: PASSKEY_MISSING })
  credential!: string;
}
