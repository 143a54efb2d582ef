import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

// The references of deliveries are checked for existing rows by the next migration, because that takes time on a large
// table.
export class AddEscalations1763950000000 implements MigrationInterface {
  name = 'AddEscalations1763950000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await addEscalations(runner);
      await runner.query(`
        alter table deliveries
          add if not exists escalation_id uuid,
          add if not exists follow_up_event_id uuid,
          drop constraint if exists fk_deliveries_escalation,
          drop constraint if exists fk_deliveries_follow_up_event,
          add constraint fk_deliveries_escalation foreign key (escalation_id) references escalations(id)
            on delete cascade not valid,
          add constraint fk_deliveries_follow_up_event foreign key (follow_up_event_id) references follow_up_events(id)
            on delete cascade not valid`);
      await runner.query(`
        create table if not exists follow_up_links (
          delivery_id uuid not null,
          follow_up_id uuid not null,
          used_by text not null,
          used_at timestamptz not null default now(),
          constraint pk_follow_up_links primary key (delivery_id, follow_up_id),
          constraint fk_follow_up_links_delivery foreign key (delivery_id) references deliveries(id) on delete cascade,
          constraint fk_follow_up_links_follow_up foreign key (follow_up_id) references follow_ups(id) on delete cascade
        )`);
      await runner.query('create index if not exists ix_follow_up_links_follow_up on follow_up_links (follow_up_id)');
    });
  }

  // The previous version would take the messages about follow-ups for test messages.
  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      // Before the drops, which lock deliveries: this reads the whole table.
      await runner.query('delete from deliveries where escalation_id is not null or follow_up_event_id is not null');
      await runner.query('drop table if exists follow_up_links');
      await runner.query('alter table deliveries drop if exists escalation_id, drop if exists follow_up_event_id');
      await runner.query('alter table follow_ups drop if exists escalation_id');
      await runner.query('drop table if exists escalations');
    });
  }
}

async function addEscalations(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table if not exists escalations (
      id uuid not null default gen_random_uuid(),
      account_id uuid not null,
      created_at timestamptz not null default now(),
      constraint pk_escalations primary key (id),
      constraint fk_escalations_account foreign key (account_id) references accounts(id) on delete cascade
    )`);
  await runner.query('create index if not exists ix_escalations_account on escalations (account_id, created_at)');
  await runner.query(`
    alter table follow_ups add if not exists escalation_id uuid,
      drop constraint if exists fk_follow_ups_escalation,
      add constraint fk_follow_ups_escalation foreign key (escalation_id) references escalations(id) on delete set null`);
  await runner.query(
    `create index if not exists ix_follow_ups_escalation on follow_ups (escalation_id)
      where escalation_id is not null`,
  );
}
