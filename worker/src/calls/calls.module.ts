import { Module } from '@nestjs/common';

import { StorageCheckService } from '@ringwell/database/calls/storage-check.service';

import { DeliveriesModule } from '../deliveries/deliveries.module';
import { EnginesModule } from '../engines.module';
import { ServiceTitanModule } from '../servicetitan/service-titan.module';
import { AnalyzeStep } from './analyze.step';
import { CallPipeline } from './call-pipeline';
import { CallsProcessor } from './calls.processor';
import { ConcludeStep } from './conclude.step';
import { FetchStep } from './fetch.step';
import { GateStep } from './gate.step';
import { ProbeStep } from './probe.step';
import { RunCall } from './run-call';
import { StorageWatch } from './storage-watch';
import { TranscribeStep } from './transcribe.step';
import { WorkDirectories } from './work-directory';

/** Runs released calls through the pipeline. */
@Module({
  imports: [DeliveriesModule, EnginesModule, ServiceTitanModule],
  providers: [
    WorkDirectories,
    StorageCheckService,
    StorageWatch,
    GateStep,
    FetchStep,
    ProbeStep,
    TranscribeStep,
    AnalyzeStep,
    ConcludeStep,
    CallPipeline,
    RunCall,
    CallsProcessor,
  ],
  exports: [RunCall, CallsProcessor, StorageWatch],
})
export class CallsModule {}
