import { Module } from '@nestjs/common';

import { TokensController } from './tokens.controller';
import { TokensService } from './tokens.service';

/** Bearer tokens, for administrators. */
@Module({ controllers: [TokensController], providers: [TokensService] })
export class TokensModule {}
