import { Module } from '@nestjs/common';

import { PublicConfigController } from './public-config.controller';

/** What the web app must know before anybody signs in. */
@Module({ controllers: [PublicConfigController] })
export class PublicConfigModule {}
