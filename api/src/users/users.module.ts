import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module';
import { BillingModule } from '../billing/billing.module';
import { UserDeletionService } from './user-deletion.service';
import { UserViewService } from './user-view.service';
import { UsersController } from './users.controller';
import { UsersService } from './users.service';

@Module({
  imports: [AuthModule, BillingModule],
  controllers: [UsersController],
  providers: [UsersService, UserViewService, UserDeletionService],
})
export class UsersModule {}
