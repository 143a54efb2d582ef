import { Module } from '@nestjs/common';

import { BackTestService } from './back-test.service';
import { GuidelineController } from './guideline.controller';
import { GuidelineService } from './guideline.service';

@Module({ controllers: [GuidelineController], providers: [GuidelineService, BackTestService] })
export class GuidelineModule {}
