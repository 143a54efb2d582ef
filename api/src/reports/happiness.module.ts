import { Module } from '@nestjs/common';

import { BookingsService } from './bookings/bookings.service';
import { HappinessService } from './happiness.service';
import { ReportsController } from './reports.controller';

@Module({
  controllers: [ReportsController],
  providers: [HappinessService, BookingsService],
  exports: [HappinessService, BookingsService],
})
export class HappinessModule {}
