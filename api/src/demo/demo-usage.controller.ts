import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';

import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/accounts/account-limits';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { DemoService } from './demo.service';
import { DemoUsageDto } from './dto/demo-usage.dto';

@Access('session', 'viewer')
@Controller('api/my/demo-usage')
export class DemoUsageController {
  constructor(
    private readonly demo: DemoService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get the number of demo uploads used and remaining' })
  @ApiOkResponse({ type: DemoUsageDto })
  async getDemoUsage(@Caller() { accountId }: Caller): Promise<DemoUsageDto> {
    const count = await this.demo.countUploads(accountId);
    return {
      count,
      limit: DEMO_UPLOAD_LIMIT,
      remaining: Math.max(DEMO_UPLOAD_LIMIT - count, 0),
      maxMinutes: Math.min(this.config.DEMO_MAX_MINUTES, this.config.MAX_RECORDING_HOURS * 60),
    };
  }
}
