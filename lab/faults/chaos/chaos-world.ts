import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { DedicatedPostgres } from '@ringwell/testing/dedicated-postgres';
import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import { canMount, SmallDisk } from '@ringwell/testing/small-disk';

import { FaultWorld } from '../fault-world';
import { FairnessSampler } from './fairness-sampler';
import { Fleet, workDirFor } from './fleet';
import { WORKER_NAMES } from './schedule';
import type { Timeline } from './time-line';
import { Vendors } from './vendors';

const CONCURRENCY_LIMITS = [1, 2, 3, 5, 5, 8];
const STORAGE_KILOBYTES = 4_194_304;
const WORK_KILOBYTES = 262_144;
const PRIVATE_MODE = '700';

/** Everything a run needs: stores, vendors, disks and the fleet, with subscribed accounts. */
export class ChaosWorld {
  readonly disks = new Map<string, SmallDisk>();

  private constructor(
    readonly folder: string,
    readonly postgres: DedicatedPostgres,
    readonly redis: DedicatedRedis,
    readonly vendors: Vendors,
    readonly faultWorld: FaultWorld,
    readonly fleet: Fleet,
    readonly fairness: FairnessSampler,
  ) {}

  /**
   * @param folder an empty folder for disks and clocks
   * @param random determines which requests to a failing vendor fail
   */
  static async start(folder: string, timeline: Timeline, random: () => number): Promise<ChaosWorld> {
    const storageDir = join(folder, 'storage');
    mkdirSync(storageDir);
    const [postgres, redis, vendors] = [
      await DedicatedPostgres.start(),
      await DedicatedRedis.start(),
      new Vendors(random),
    ];
    await vendors.start();
    const faultWorld = await FaultWorld.start({
      workers: 0,
      withApi: false,
      accounts: 0,
      storageDir,
      database: await postgres.setUpDatabase(),
      env: {
        STRIPE_SECRET_KEY: vendors.stripe.secretKey,
        STRIPE_BASE_URL: vendors.stripe.origin,
        STRIPE_WEBHOOK_SECRET: 'whsec_of-a-test',
      },
    });
    const fleet = new Fleet(faultWorld.system, timeline);
    const fairness = new FairnessSampler(postgres.url);
    const world = new ChaosWorld(folder, postgres, redis, vendors, faultWorld, fleet, fairness);
    try {
      await world.prepare();
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  private async prepare(): Promise<void> {
    const { faultWorld, vendors, fleet, folder } = this;
    vendors.connect(faultWorld);
    for (const maxConcurrentWorkflows of CONCURRENCY_LIMITS) await this.addAccount(maxConcurrentWorkflows);
    if (canMount()) this.mountDisks();
    await fleet.start(
      {
        postgres: this.postgres.url,
        redis: this.redis.url,
        speech: faultWorld.provider.baseUrl,
        mail: faultWorld.mail.url,
      },
      folder,
    );
    faultWorld.requestTimeoutMs = 15_000;
    let turn = 0;
    faultWorld.apiUrl = () => {
      const urls = fleet.apiUrls;
      turn += 1;
      return urls[turn % urls.length] ?? '';
    };
  }

  private mountDisks(): void {
    this.disks.set('storage', new SmallDisk(this.faultWorld.system.storageDir, STORAGE_KILOBYTES, PRIVATE_MODE));
    for (const name of WORKER_NAMES) {
      const folder = workDirFor(this.folder, name);
      mkdirSync(folder);
      this.disks.set(name, new SmallDisk(folder, WORK_KILOBYTES, PRIVATE_MODE));
    }
  }

  private async addAccount(maxConcurrentWorkflows: number): Promise<void> {
    const { faultWorld, vendors } = this;
    // Attempts run out long before this, so only a forgotten call reaches its deadline.
    const { account } = await faultWorld.addAccount({ maxConcurrentWorkflows, processingTimeoutMinutes: 240 });
    const [subscription, customer] = [`sub_${account.id}`, `cus_${account.id}`];
    const createdAt = Math.floor(Date.now() / 1_000) - 86_400;
    vendors.stripe.subscribe(subscription, {
      customer,
      metadata: { userId: account.id },
      created: createdAt,
      periodStart: createdAt,
    });
    await faultWorld.query(
      `update account_settings set stripe_subscription_id = $2, stripe_customer_id = $3, subscription_status = 'active'
      where account_id = $1`,
      [account.id, subscription, customer],
    );
  }

  async stop(): Promise<void> {
    await this.fairness.stop();
    await this.fleet.stop();
    await this.faultWorld.stop();
    await Promise.all([this.postgres.stop(), this.redis.stop(), this.vendors.stripe.stop()]);
    for (const disk of this.disks.values()) disk.remove();
  }
}
