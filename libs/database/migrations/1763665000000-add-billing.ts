import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddBilling1763665000000 implements MigrationInterface {
  name = 'AddBilling1763665000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table stripe_events (
        id text not null,
        type text not null,
        object_id text not null,
        subscription_id text,
        customer_id text,
        user_id uuid,
        created timestamptz not null,
        received_at timestamptz not null default now(),
        state text not null default 'pending',
        attempts integer not null default 0,
        run_after timestamptz not null default now(),
        error_code text,
        error_message text,
        finished_at timestamptz,
        constraint ck_stripe_events_state check (state in ('pending', 'done', 'failed')),
        constraint pk_stripe_events primary key (id),
        constraint fk_stripe_events_user foreign key (user_id) references users(id) on delete set null
      )
    `);
    await runner.query(`create index ix_stripe_events_due on stripe_events (run_after) where state = 'pending'`);
    await runner.query('create index ix_stripe_events_user on stripe_events (user_id)');
    await runner.query(`
      alter table account_settings
        add subscription_status text,
        add subscription_plan text,
        add current_period_end timestamptz,
        add subscription_checked_at timestamptz,
        add constraint ck_account_settings_subscription_plan check (subscription_plan in ('base', 'team'))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account_settings
        drop subscription_status, drop subscription_plan, drop current_period_end, drop subscription_checked_at
    `);
    await runner.query('drop table stripe_events');
  }
}
