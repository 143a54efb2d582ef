import { Module } from '@nestjs/common';

import { ActivityController } from './activity.controller';

/** Reading the activity log. Features write to it in their own transactions. */
@Module({ controllers: [ActivityController] })
export class ActivityModule {}
