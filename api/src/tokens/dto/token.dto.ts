import { boolean, dateTime, FieldsType, text, uuid } from '../../http/response/dto-fields';

const TIME_FIELDS = {
  expiresAt: dateTime({
    nullable: true,
    description: "Null if the token doesn't expire.",
    example: '2099-12-31T23:00:00.000Z',
  }),
  createdAt: dateTime({ example: '2026-03-30T09:00:00.000Z' }),
};

export class TokenDto extends FieldsType({
  id: uuid({ example: 'a3d1f0c4-4c1f-4a57-8f0c-5b2a9e7d6c10' }),
  name: text({ example: 'API Token for n8n' }),
  token: text({ description: 'Masked: the common prefix and the last four characters.', example: 'rw_••••••••4f2c' }),
  isActive: boolean({ description: 'Whether the token is enabled.', example: true }),
  isExpired: boolean({ description: 'Whether the token has expired.', example: false }),
  isReadOnly: boolean({ description: 'Whether the token can only read.', example: false }),
  lastUsedAt: dateTime({ nullable: true, description: 'Accurate to one minute.', example: '2026-03-31T14:05:00.000Z' }),
  ...TIME_FIELDS,
}) {}

export class NewTokenDto extends FieldsType({
  id: uuid({ example: 'a3d1f0c4-4c1f-4a57-8f0c-5b2a9e7d6c10' }),
  name: text({ example: 'API Token for n8n' }),
  token: text({
    description: "Save the token now. It can't be shown again.",
    example: 'rw_wQ2nq9c0V5m1t8Zb7yKx3LrD6sPjF4hGuA_eTiN4f2c',
  }),
  ...TIME_FIELDS,
}) {}
