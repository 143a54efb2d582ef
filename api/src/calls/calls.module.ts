import { Module } from '@nestjs/common';

import { CallIntakeService } from './intake/call-intake.service';
import { DispatcherBell } from './intake/dispatcher-bell';
import { IntakeGuard } from './intake/intake.guard';
import { SubmissionReader } from './intake/submission-reader';
import { N8nCallsController } from './n8n-calls.controller';

/** Handing in calls, and asking how they stand. */
@Module({ controllers: [N8nCallsController], providers: [CallIntakeService, SubmissionReader, DispatcherBell, IntakeGuard] })
export class CallsModule {}
