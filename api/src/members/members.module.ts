import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module';
import { SessionModule } from '../auth/session/session.module';
import { InvitationPagesController } from './invitation-pages.controller';
import { InvitationsService } from './invitations.service';
import { JoinService } from './join.service';
import { MembersController } from './members.controller';
import { MembersService } from './members.service';
import { MyAlertsService } from './my-alerts.service';

@Module({
  imports: [AuthModule, SessionModule],
  controllers: [MembersController, InvitationPagesController],
  providers: [MembersService, InvitationsService, JoinService, MyAlertsService],
})
export class MembersModule {}
