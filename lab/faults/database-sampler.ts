import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';

const RECONNECT_MS = 100;

/** Samples the database at intervals over direct connections, tolerating outages. */
export abstract class DatabaseSampler {
  samples = 0;
  private isStopped = false;
  private readonly sampling: Promise<void>;

  /** @param url of the database, bypassing the proxy */
  constructor(
    private readonly url: string,
    private readonly intervalMs: number,
  ) {
    this.sampling = this.run();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.sampling;
  }

  protected abstract takeSample(client: Client): Promise<void>;

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const client = new Client({ connectionString: this.url });
      client.on('error', () => undefined);
      await client
        .connect()
        .then(() => this.sample(client))
        .catch(() => sleep(RECONNECT_MS));
      await client.end().catch(() => undefined);
    }
  }

  private async sample(client: Client): Promise<void> {
    while (!this.isStopped) {
      await this.takeSample(client);
      this.samples += 1;
      await sleep(this.intervalMs);
    }
  }
}
