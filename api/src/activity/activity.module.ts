import { Module } from '@nestjs/common';

import { ActivityController } from './activity.controller';
import { ActivityService } from './activity.service';
import { MyActivityController } from './my-activity.controller';

// Only reads the log: features write to it in their own transactions.
@Module({ controllers: [ActivityController, MyActivityController], providers: [ActivityService] })
export class ActivityModule {}
