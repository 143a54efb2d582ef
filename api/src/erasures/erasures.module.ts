import { Module } from '@nestjs/common';

import { ErasuresController } from './erasures.controller';
import { ErasuresService } from './erasures.service';

@Module({ controllers: [ErasuresController], providers: [ErasuresService] })
export class ErasuresModule {}
