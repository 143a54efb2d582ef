import { Module } from '@nestjs/common';

import { ActivityController } from './activity.controller';

/** The activity log as administrators read it. Every feature writes to it by itself, in its own transaction. */
@Module({ controllers: [ActivityController] })
export class ActivityModule {}
