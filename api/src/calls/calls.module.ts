import { Module } from '@nestjs/common';

import { NewCallsService } from '@ringwell/database/calls/new-calls.service';
import { WorkDirectoriesService } from '@ringwell/platform/media/work-directories.service';

import { BulkReprocessingController } from './bulk-reprocessing/bulk-reprocessing.controller';
import { BulkReprocessingService } from './bulk-reprocessing/bulk-reprocessing.service';
import { CallDeletionController } from './call-deletion.controller';
import { CallImportController } from './call-import/call-import.controller';
import { CallImportService } from './call-import/call-import.service';
import { CallListsController } from './call-lists.controller';
import { CallListsService } from './call-lists.service';
import { CallMediaController } from './call-media.controller';
import { CallsController } from './calls.controller';
import { CallsService } from './calls.service';
import { ChecksController } from './checks/checks.controller';
import { ChecksService } from './checks/checks.service';
import { CorrectCallService } from './correct-call.service';
import { CorrectLabelService } from './correct-label.service';
import { DeleteCallService } from './delete-call.service';
import { EditWordsService } from './edit-words.service';
import { CallIntakeService } from './intake/call-intake.service';
import { CallWriterService } from './intake/call-writer.service';
import { UploadGuard } from './intake/upload.guard';
import { MyCallsController } from './my-calls.controller';
import { N8nCallsController } from './n8n-calls.controller';
import { RecordingResponseService } from './recording-response.service';
import { ReprocessCallService } from './reprocess-call.service';
import { SavedFiltersController } from './saved-filters.controller';
import { CallSharesController } from './sharing/call-shares.controller';
import { ClipCutterService } from './sharing/clip-cutter.service';
import { SharedCallsController } from './sharing/shared-calls.controller';
import { SharedCallsService } from './sharing/shared-calls.service';
import { SharedLinksService } from './sharing/shared-links.service';
import { VisibleCallGuard } from './visible-call.guard';

@Module({
  controllers: [
    N8nCallsController,
    MyCallsController,
    CallListsController,
    CallsController, // after the export, because `:id` would match `export.csv`
    CallDeletionController,
    CallMediaController,
    CallSharesController,
    SharedCallsController,
    SavedFiltersController,
    ChecksController,
    BulkReprocessingController,
    CallImportController,
  ],
  providers: [
    CallIntakeService,
    CallWriterService,
    NewCallsService,
    UploadGuard,
    CallsService,
    CallListsService,
    ReprocessCallService,
    BulkReprocessingService,
    CallImportService,
    DeleteCallService,
    CorrectCallService,
    CorrectLabelService,
    EditWordsService,
    ChecksService,
    VisibleCallGuard,
    RecordingResponseService,
    SharedLinksService,
    SharedCallsService,
    ClipCutterService,
    WorkDirectoriesService,
  ],
  exports: [CallIntakeService, CallsService, CallListsService, CorrectLabelService],
})
export class CallsModule {}
