import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';

import type { DeliveryChannel, Suppression } from './delivery-channel';

export class ChannelRegistry {
  private readonly channels: ReadonlyMap<DeliveryChannelName, DeliveryChannel>;

  constructor(channels: readonly DeliveryChannel[]) {
    this.channels = new Map(channels.map((channel) => [channel.name, channel]));
  }

  get names(): DeliveryChannelName[] {
    return [...this.channels.keys()];
  }

  get(name: DeliveryChannelName): DeliveryChannel {
    const channel = this.channels.get(name);
    if (!channel) throw new Error(`Unknown channel: ${name}.`);
    return channel;
  }

  findProblem(name: DeliveryChannelName): Suppression | null {
    return this.get(name).problem;
  }
}
