import { Module, type DynamicModule } from '@nestjs/common';

import { DatabaseModule } from '@ringwell/database/database.module';
import { DATABASE_TIME_LIMITS } from '@ringwell/database/postgres/time-limits';
import type { Config } from '@ringwell/platform/config/environment-settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { PlatformModule } from '@ringwell/platform/platform.module';

import { ActivityModule } from './activity/activity.module';
import { AgentsModule } from './agents/agents.module';
import { AuthModule } from './auth/auth.module';
import { BillingModule } from './billing/billing.module';
import { CallsModule } from './calls/calls.module';
import { ContactModule } from './contact/contact.module';
import { CustomersModule } from './customers/customers.module';
import { DeliveriesModule } from './deliveries/deliveries.module';
import { DemoModule } from './demo/demo.module';
import { ErasuresModule } from './erasures/erasures.module';
import { ExportsModule } from './exports/exports.module';
import { FollowUpsModule } from './follow-ups/follow-ups.module';
import { GuidelineModule } from './guideline/guideline.module';
import { HealthModule } from './health/health.module';
import { HttpModule } from './http/http.module';
import { ImpersonationModule } from './impersonation/impersonation.module';
import { McpModule } from './mcp/mcp.module';
import { MembersModule } from './members/members.module';
import { MetricsModule } from './metrics/metrics.module';
import { OpenApiModule } from './openapi/openapi.module';
import { PicturesModule } from './pictures/pictures.module';
import { PublicConfigModule } from './public-config/public-config.module';
import { HappinessModule } from './reports/happiness.module';
import { SecurityEventsModule } from './security-events/security-events.module';
import { SettingsModule } from './settings/settings.module';
import { StoresModule } from './stores/stores.module';
import { TokensModule } from './tokens/tokens.module';
import { UnsubscribeModule } from './unsubscribe/unsubscribe.module';
import { UsageModule } from './usage/usage.module';
import { UsersModule } from './users/users.module';
import { WeeklyLetterModule } from './weekly-letter/weekly-letter.module';

@Module({})
export class AppModule {
  static forRoot(config: Config, logger: Logger): DynamicModule {
    const database = {
      url: config.DATABASE_URL,
      poolSize: config.DATABASE_POOL_SIZE,
      applicationName: 'ringwell-api',
      statementTimeoutMs: DATABASE_TIME_LIMITS.apiStatement,
    };
    return {
      module: AppModule,
      imports: [
        PlatformModule.with('api', config, logger),
        DatabaseModule.forRoot(database),
        StoresModule,
        HttpModule,
        OpenApiModule,
        AuthModule,
        MetricsModule,
        HealthModule,
        CallsModule,
        FollowUpsModule,
        DeliveriesModule,
        CustomersModule,
        ErasuresModule,
        ExportsModule,
        DemoModule,
        ContactModule,
        UsersModule,
        MembersModule,
        AgentsModule,
        PicturesModule,
        TokensModule,
        ImpersonationModule,
        UsageModule,
        WeeklyLetterModule,
        HappinessModule,
        GuidelineModule,
        ActivityModule,
        SecurityEventsModule,
        SettingsModule,
        PublicConfigModule,
        BillingModule,
        UnsubscribeModule,
        McpModule,
      ],
    };
  }
}
