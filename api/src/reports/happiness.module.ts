import { Module } from '@nestjs/common';

import { BookingsController } from './bookings/bookings.controller';
import { BookingsService } from './bookings/bookings.service';
import { HappinessController } from './happiness.controller';
import { HappinessService } from './happiness.service';

@Module({
  controllers: [HappinessController, BookingsController],
  providers: [HappinessService, BookingsService],
  exports: [HappinessService, BookingsService],
})
export class HappinessModule {}
