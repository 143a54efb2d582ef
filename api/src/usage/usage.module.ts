import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

import type { Principal } from '../auth/principal/principal';
import { AccountUsageController } from './account-usage.controller';
import { AdminUsageController } from './admin-usage.controller';
import { ApiCallCounterService } from './api-call-counter.service';
import { PostedUsageService } from './posted-usage.service';

@Module({
  controllers: [AccountUsageController, AdminUsageController],
  providers: [PostedUsageService, ApiCallCounterService],
})
export class UsageModule implements NestModule {
  constructor(private readonly counter: ApiCallCounterService) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.countApiCall).forRoutes('{*path}');
  }

  // Counts requests with a bearer token, regardless of outcome. The account isn't known until the guards have run.
  private readonly countApiCall = (request: Request, response: Response, next: NextFunction): void => {
    response.once('close', () => {
      const principal = request.user as Principal | undefined;
      if (principal?.credential.kind === 'token') this.counter.count(principal.accountId);
    });
    next();
  };
}
