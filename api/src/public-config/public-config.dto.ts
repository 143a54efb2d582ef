import { boolean, FieldsType, number, text } from '../http/response/dto-fields';

/** Settings that the web app needs before sign-in. */
export class PublicConfigDto extends FieldsType({
  productName: text({ description: 'Display name.', example: 'Ringwell' }),
  supportEmail: text({ format: 'email', example: 'support@ringwell.example' }),
  supportPhone: text({ example: '(555) 010-0199' }),
  privacyUrl: text({
    nullable: true,
    format: 'uri',
    description: 'Privacy policy.',
    example: 'https://ringwell.example/privacy',
  }),
  termsUrl: text({
    nullable: true,
    format: 'uri',
    description: 'Terms of service.',
    example: 'https://ringwell.example/terms',
  }),
  billingEnabled: boolean({ description: 'Whether plans can be purchased.', example: true }),
  maxUploadMb: number({ description: 'Maximum recording size, in MB of 1024 × 1024 bytes.', example: 50 }),
  demoUploadLimit: number({ description: 'Number of recordings a demo account can upload.', example: 5 }),
  passwordMinLength: number({ description: 'Minimum length of new passwords, in characters.', example: 6 }),
}) {}
