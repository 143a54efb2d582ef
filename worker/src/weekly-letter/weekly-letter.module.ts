import { Module } from '@nestjs/common';

import { DeliveriesModule } from '../deliveries/deliveries.module';
import { LeaderModule } from '../leader/leader.module';
import { WeeklyLetterLoop } from './weekly-letter.loop';

@Module({ imports: [LeaderModule, DeliveriesModule], providers: [WeeklyLetterLoop] })
export class WeeklyLetterModule {}
