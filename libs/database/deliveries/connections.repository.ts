import { In } from 'typeorm';

import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';

import { SqlRepository } from '../postgres/sql';
import { allowLongStatements } from '../postgres/watched-client';
import { Connection } from './connection.entity';

const NO_FAILURE = { errorCode: null, errorMessage: null, isPermanent: false, failedAt: null };

/** State of an account's destinations. `DeliveriesRepository.conclude` updates it with every message's outcome. */
export class ConnectionsRepository extends SqlRepository {
  /** @param destinationHashes the current destinations; rows of former destinations are ignored */
  list(accountId: string, destinationHashes: readonly string[]): Promise<Connection[]> {
    return this.manager.findBy(Connection, { accountId, destinationHash: In(destinationHashes) });
  }

  /** Records a permanent failure that was detected without sending a message. */
  async recordPermanentFailure(
    connection: Pick<Connection, 'accountId' | 'channel' | 'destination' | 'destinationHash'>,
    { code, message }: { code: string; message: string },
  ): Promise<void> {
    await this.rows(
      `
      insert into connections (account_id, channel, destination, destination_hash, error_code, error_message, is_permanent,
        failed_at)
      values ($1, $2, $3, $4, $5, $6, true, now())
      on conflict (account_id, channel, destination_hash) do update
        set destination = excluded.destination, error_code = excluded.error_code,
        error_message = excluded.error_message, is_permanent = true, failed_at = excluded.failed_at`,
      [connection.accountId, connection.channel, connection.destination, connection.destinationHash, code, message],
    );
  }

  async clearFailure(
    { accountId, channel, destinationHash }: Pick<Connection, 'accountId' | 'channel' | 'destinationHash'>,
    code: string,
  ): Promise<void> {
    await this.manager.update(Connection, { accountId, channel, destinationHash, errorCode: code }, NO_FAILURE);
  }

  /** Like `clearFailure`, for all of a channel's destinations. */
  async clearFailures(accountId: string, channel: DeliveryChannelName, code: string): Promise<void> {
    await this.manager.update(Connection, { accountId, channel, errorCode: code }, NO_FAILURE);
  }

  async deleteByChannels(accountId: string, channels: readonly DeliveryChannelName[]): Promise<void> {
    if (channels.length > 0) await this.manager.delete(Connection, { accountId, channel: In(channels) });
  }

  /**
   * Makes these channels' waiting messages due now, after a user has fixed something or asked to retry. Messages still
   * wait for their call's text. Run this in a transaction.
   */
  async retryNow(accountId: string, channels: readonly DeliveryChannelName[]): Promise<void> {
    if (channels.length === 0) return;
    await allowLongStatements(this.manager); // updates all messages that piled up while the channel was failing
    await this.rows(
      `
      with connections_resumed as (update connections set paused_until = null, failures = 0
        where account_id = $1 and channel = any($2) and paused_until is not null)
      update deliveries set updated_at = now(), run_after = least(run_after, greatest(now(), (
        select give_up_at from pending_words words where words.call_id = deliveries.call_id
          and words.run_number = deliveries.run_number and deliveries.event is null and deliveries.state = 'pending')))
      where account_id = $1 and channel = any($2) and state in ('pending', 'retry') and run_after > now()`,
      [accountId, channels],
    );
  }
}
