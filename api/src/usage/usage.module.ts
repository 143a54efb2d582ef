import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';

import { AccountUsageController } from './account-usage.controller';
import { AdminUsageController } from './admin-usage.controller';
import { ApiCallCounter } from './api-call-counter';
import { countApiCalls } from './count-api-calls';
import { MyUsageController } from './my-usage.controller';
import { PostedUsageService } from './posted-usage.service';

/** What accounts use: taking it in, counting requests, and telling it. */
@Module({
  controllers: [AccountUsageController, MyUsageController, AdminUsageController],
  providers: [PostedUsageService, ApiCallCounter],
})
export class UsageModule implements NestModule {
  constructor(private readonly counter: ApiCallCounter) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(countApiCalls(this.counter)).forRoutes('{*path}');
  }
}
