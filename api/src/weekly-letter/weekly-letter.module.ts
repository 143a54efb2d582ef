import { Module } from '@nestjs/common';

import { WeeklyLetterController } from './weekly-letter.controller';
import { WeeklyLetterService } from './weekly-letter.service';

@Module({ controllers: [WeeklyLetterController], providers: [WeeklyLetterService] })
export class WeeklyLetterModule {}
