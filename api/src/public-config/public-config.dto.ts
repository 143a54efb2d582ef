import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../http/response/nullable.decorator';

/** Settings that the web app needs before sign-in. */
export class PublicConfigDto {
  @ApiProperty({ description: 'Display name.', example: 'Ringwell' })
  productName!: string;

  @ApiProperty({ format: 'email', example: 'support@ringwell.example' })
  supportEmail!: string;

  @ApiProperty({ example: '(555) 010-0199' })
  supportPhone!: string;

  @ApiNullable(String, { format: 'uri', description: 'Privacy policy.', example: 'https://ringwell.example/privacy' })
  privacyUrl!: string | null;

  @ApiNullable(String, { format: 'uri', description: 'Terms of service.', example: 'https://ringwell.example/terms' })
  termsUrl!: string | null;

  @ApiProperty({ description: 'Whether plans can be purchased.', example: true })
  billingEnabled!: boolean;

  @ApiProperty({ description: 'Maximum recording size, in MB of 1024 × 1024 bytes.', example: 50 })
  maxUploadMb!: number;

  @ApiProperty({ description: 'Number of recordings a demo account can upload.', example: 5 })
  demoUploadLimit!: number;

  @ApiProperty({ description: 'Minimum length of new passwords, in characters.', example: 6 })
  passwordMinLength!: number;
}
