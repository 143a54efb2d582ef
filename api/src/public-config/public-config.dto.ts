import { ApiProperty } from '@nestjs/swagger';

/** What the web app must know before anybody signs in. */
export class PublicConfigDto {
  @ApiProperty({ description: 'The name people see.', example: 'Ringwell' })
  productName!: string;

  @ApiProperty({ format: 'email', example: 'support@ringwell.example' })
  supportEmail!: string;

  @ApiProperty({ example: '(555) 010-0199' })
  supportPhone!: string;

  @ApiProperty({
    type: String,
    format: 'uri',
    nullable: true,
    description: 'The privacy policy.',
    example: 'https://ringwell.example/privacy',
  })
  privacyUrl!: string | null;

  @ApiProperty({
    type: String,
    format: 'uri',
    nullable: true,
    description: 'The terms of service.',
    example: 'https://ringwell.example/terms',
  })
  termsUrl!: string | null;

  @ApiProperty({ description: 'Whether a plan can be bought here.', example: true })
  billingEnabled!: boolean;

  @ApiProperty({ description: 'Largest recording that can be uploaded, in MB of 1024 × 1024 bytes.', example: 50 })
  maxUploadMb!: number;

  @ApiProperty({ description: 'How many recordings a demo account may upload.', example: 5 })
  demoUploadLimit!: number;
}
