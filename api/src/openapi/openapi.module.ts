import { Module } from '@nestjs/common';

import { OpenApiDocumentService } from './openapi-document.service';
import { OpenApiController } from './openapi.controller';

@Module({ controllers: [OpenApiController], providers: [OpenApiDocumentService], exports: [OpenApiDocumentService] })
export class OpenApiModule {}
