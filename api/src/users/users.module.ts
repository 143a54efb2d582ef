import { Module } from '@nestjs/common';

import { BillingModule } from '../billing/billing.module';
import { UserDeletionService } from './user-deletion.service';
import { UserErrorsController } from './user-errors.controller';
import { UserStatusController } from './user-status.controller';
import { UserViewService } from './user-view.service';
import { UsersController } from './users.controller';
import { UsersService } from './users.service';

@Module({
  imports: [BillingModule],
  controllers: [UsersController, UserStatusController, UserErrorsController],
  providers: [UsersService, UserViewService, UserDeletionService],
})
export class UsersModule {}
