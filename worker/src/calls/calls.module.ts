import { Module } from '@nestjs/common';

import { StorageCheckService } from '@ringwell/database/calls/storage-check.service';
import { WorkDirectoriesService } from '@ringwell/platform/media/work-directories.service';

import { DeliveriesModule } from '../deliveries/deliveries.module';
import { EnginesModule } from '../engines.module';
import { ServiceTitanModule } from '../servicetitan/service-titan.module';
import { AnalyzeStep } from './analyze.step';
import { CallPipeline } from './call-pipeline';
import { CallRunService } from './call-run.service';
import { CallsProcessor } from './calls.processor';
import { ConcludeStep } from './conclude.step';
import { FetchStep } from './fetch.step';
import { GateStep } from './gate.step';
import { ProbeStep } from './probe.step';
import { RecordingRedactionService } from './recording-redaction.service';
import { RedactStep } from './redact.step';
import { SkipStep } from './skip.step';
import { StorageMonitorService } from './storage-monitor.service';
import { TranscribeStep } from './transcribe.step';
import { WordsLoop } from './words.loop';

@Module({
  imports: [DeliveriesModule, EnginesModule, ServiceTitanModule],
  providers: [
    WorkDirectoriesService,
    StorageCheckService,
    StorageMonitorService,
    GateStep,
    FetchStep,
    ProbeStep,
    TranscribeStep,
    RedactStep,
    RecordingRedactionService,
    AnalyzeStep,
    ConcludeStep,
    SkipStep,
    CallPipeline,
    CallRunService,
    CallsProcessor,
    WordsLoop,
  ],
  exports: [CallRunService, CallsProcessor, StorageMonitorService],
})
export class CallsModule {}
