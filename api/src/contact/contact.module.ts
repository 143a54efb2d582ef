import { Module } from '@nestjs/common';

import { ContactInboxController } from './contact-inbox.controller';
import { ContactInboxService } from './contact-inbox.service';
import { ContactController } from './contact.controller';
import { ContactService } from './contact.service';

@Module({
  controllers: [ContactController, ContactInboxController],
  providers: [ContactService, ContactInboxService],
})
export class ContactModule {}
