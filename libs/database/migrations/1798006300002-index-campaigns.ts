import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const BY_CAMPAIGN = { name: 'ix_calls_campaign', table: 'calls' };

/** Indexes the calls of a campaign, latest first. Only calls from ServiceTitan have one. */
export class IndexCampaigns1798006300002 implements MigrationInterface {
  name = 'IndexCampaigns1798006300002';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...BY_CAMPAIGN,
      on: '(account_id, campaign, least(occurred_at, created_at), id) where campaign is not null',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, BY_CAMPAIGN.name);
  }
}
