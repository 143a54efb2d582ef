import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module';
import { PicturesController } from './pictures.controller';
import { PicturesService } from './pictures.service';

@Module({ imports: [AuthModule], controllers: [PicturesController], providers: [PicturesService] })
export class PicturesModule {}
