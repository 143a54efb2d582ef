import { Module } from '@nestjs/common';

import { ActivityController } from './activity.controller';
import { ActivityService } from './activity.service';

// Only reads the log: features write to it in their own transactions.
@Module({ controllers: [ActivityController], providers: [ActivityService] })
export class ActivityModule {}
