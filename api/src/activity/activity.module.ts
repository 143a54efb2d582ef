import { Module } from '@nestjs/common';

import { ActivityController } from './activity.controller';

// Only reads the log: features write to it in their own transactions.
@Module({ controllers: [ActivityController] })
export class ActivityModule {}
