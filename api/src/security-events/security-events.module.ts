import { Module } from '@nestjs/common';

import { SecurityEventsController } from './security-events.controller';
import { SecurityEventsService } from './security-events.service';

// Only reads events. `api/src/http/security` and the activity log record them.
@Module({ controllers: [SecurityEventsController], providers: [SecurityEventsService] })
export class SecurityEventsModule {}
