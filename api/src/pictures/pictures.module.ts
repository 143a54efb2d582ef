import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module';
import { PictureEncoder } from './picture-encoder.service';
import { PicturesController } from './pictures.controller';
import { PicturesService } from './pictures.service';

@Module({ imports: [AuthModule], controllers: [PicturesController], providers: [PictureEncoder, PicturesService] })
export class PicturesModule {}
