import { Module } from '@nestjs/common';

import { UnsubscribeController } from './unsubscribe.controller';
import { UnsubscribeService } from './unsubscribe.service';

/** Receivers of mails who want no more. */
@Module({ controllers: [UnsubscribeController], providers: [UnsubscribeService] })
export class UnsubscribeModule {}
