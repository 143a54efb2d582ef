import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module';
import { BillingModule } from '../billing/billing.module';
import { UserDeletionService } from './user-deletion.service';
import { UserErrorsController } from './user-errors.controller';
import { UserStatusController } from './user-status.controller';
import { UserViewService } from './user-view.service';
import { UsersController } from './users.controller';
import { UsersService } from './users.service';

@Module({
  imports: [AuthModule, BillingModule],
  controllers: [UsersController, UserStatusController, UserErrorsController],
  providers: [UsersService, UserViewService, UserDeletionService],
})
export class UsersModule {}
