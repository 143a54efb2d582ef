import { Module } from '@nestjs/common';

import { CallAudioController } from './call-audio.controller';
import { CallDeliveriesController } from './call-deliveries.controller';
import { CallListsController } from './call-lists.controller';
import { CallTranscriptController } from './call-transcript.controller';
import { CallsController } from './calls.controller';
import { CallIntakeService } from './intake/call-intake.service';
import { CallUploads } from './intake/call-upload';
import { CallWriter } from './intake/call-writer';
import { UploadGuard } from './intake/upload.guard';
import { N8nCallsController } from './n8n-calls.controller';
import { OwnCalls } from './own-calls';
import { RecentCallsController } from './recent-calls.controller';
import { ReprocessCall } from './reprocess-call';
import { ResendDelivery } from './resend-delivery';

/** Handing in calls, and looking at them. */
@Module({
  controllers: [
    N8nCallsController,
    RecentCallsController,
    CallListsController,
    CallsController, // in this order: `export.csv` would pass for an id
    CallTranscriptController,
    CallAudioController,
    CallDeliveriesController,
  ],
  providers: [CallIntakeService, CallUploads, CallWriter, UploadGuard, OwnCalls, ReprocessCall, ResendDelivery],
  exports: [CallIntakeService],
})
export class CallsModule {}
