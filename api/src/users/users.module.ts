import { Module } from '@nestjs/common';

import { BillingModule } from '../billing/billing.module';
import { UserDeletionService } from './user-deletion.service';
import { UserStandingController } from './user-standing.controller';
import { UsersController } from './users.controller';
import { UsersService } from './users.service';

/** The users, for administrators. */
@Module({
  imports: [BillingModule],
  controllers: [UsersController, UserStandingController],
  providers: [UsersService, UserDeletionService],
})
export class UsersModule {}
