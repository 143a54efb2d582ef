import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { DEMO_UPLOAD_LIMIT, MAX_RECORDING_BYTES } from '@ringwell/domain/accounts/account-limits';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Access } from '../auth/access/access.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { PublicConfigDto } from './public-config.dto';

const BYTES_PER_MB = 1_048_576;

@Access('public')
@Throttled('public')
@Controller('api/public/config')
export class PublicConfigController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  @ApiOperation({ summary: "Get this installation's name, contact details and limits" })
  @ApiOkResponse({ type: PublicConfigDto })
  getPublicConfig(): PublicConfigDto {
    const {
      PRODUCT_NAME,
      SUPPORT_EMAIL,
      SUPPORT_PHONE,
      PRIVACY_URL,
      TERMS_URL,
      STRIPE_SECRET_KEY,
      PASSWORD_MIN_LENGTH,
    } = this.config;
    return {
      productName: PRODUCT_NAME,
      supportEmail: SUPPORT_EMAIL,
      supportPhone: SUPPORT_PHONE,
      privacyUrl: PRIVACY_URL ?? null,
      termsUrl: TERMS_URL ?? null,
      billingEnabled: STRIPE_SECRET_KEY !== undefined,
      maxUploadMb: MAX_RECORDING_BYTES / BYTES_PER_MB,
      demoUploadLimit: DEMO_UPLOAD_LIMIT,
      passwordMinLength: PASSWORD_MIN_LENGTH,
    };
  }
}
