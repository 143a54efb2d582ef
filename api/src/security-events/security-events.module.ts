import { Module } from '@nestjs/common';

import { SecurityEventsController } from './security-events.controller';
import { SecurityEventsService } from './security-events.service';

// Read-only: `api/src/http/security` and the activity log record the events.
@Module({ controllers: [SecurityEventsController], providers: [SecurityEventsService] })
export class SecurityEventsModule {}
