import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';

import { BodyInterceptor } from './body/body.interceptor';
import { ProblemFilter } from './problems/problem.filter';
import { StrictValidationPipe } from './request/strict-validation.pipe';
import { SecurityModule } from './security/security.module';
import { ThrottlingModule } from './throttling/throttling.module';

@Global()
@Module({
  imports: [SecurityModule, ThrottlingModule],
  providers: [
    StrictValidationPipe,
    { provide: APP_PIPE, useExisting: StrictValidationPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
  ],
  exports: [StrictValidationPipe],
})
export class HttpModule {}
