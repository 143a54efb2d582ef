import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';

import { AccessGuard } from './access.guard';
import { BearerGuard } from './bearer.guard';
import { BearerStrategy } from './bearer.strategy';
import { TokenOwners } from './token-owners';

/** Who may use what: every route of the API stands behind `AccessGuard`. */
@Module({ providers: [TokenOwners, BearerStrategy, BearerGuard, { provide: APP_GUARD, useClass: AccessGuard }] })
export class AuthModule {}
