import { BlockList, isIP } from 'node:net';

import { removeBrackets } from './address-rules';

/** The operator's exceptions (`OUTBOUND_ALLOW`): targets as `host:port`, networks in CIDR notation. */
export class OutboundAllowList {
  private readonly targets = new Set<string>();
  private readonly ipv4 = new BlockList();
  private readonly ipv6 = new BlockList();
  readonly hasNetworks: boolean;

  /** @throws Error with the entry's position if it's neither */
  constructor(entries: string[]) {
    entries.forEach((entry, index) => {
      if (!this.addNetwork(entry) && !this.addTarget(entry)) {
        throw new Error(
          `OUTBOUND_ALLOW: entry ${index + 1} is neither host:port nor a CIDR network such as 10.0.0.0/8.`,
        );
      }
    });
    this.hasNetworks = this.ipv4.rules.length + this.ipv6.rules.length > 0;
  }

  static accepts(entry: string): boolean {
    const list = new OutboundAllowList([]);
    return list.addNetwork(entry) || list.addTarget(entry);
  }

  allowsTarget(hostname: string, port: number): boolean {
    return this.targets.has(`${removeBrackets(hostname)}:${port}`);
  }

  allowsAddress(address: string): boolean {
    const family = isIP(address);
    return family === 4 ? this.ipv4.check(address, 'ipv4') : family === 6 && this.ipv6.check(address, 'ipv6');
  }

  private addNetwork(entry: string): boolean {
    const [network = '', prefix = '', ...extraParts] = entry.split('/');
    const family = isIP(network);
    if (
      extraParts.length > 0 ||
      family === 0 ||
      !/^\d{1,3}$/.test(prefix) ||
      Number(prefix) > (family === 4 ? 32 : 128)
    )
      return false;
    if (family === 4) this.ipv4.addSubnet(network, Number(prefix), 'ipv4');
    else this.ipv6.addSubnet(network, Number(prefix), 'ipv6');
    return true;
  }

  // The URL parser normalizes letter case and notation.
  private addTarget(entry: string): boolean {
    const [, port] = /^[^\s/?#@]+:(\d{1,5})$/.exec(entry) ?? [];
    if (port === undefined || !URL.canParse(`http://${entry}`)) return false;
    this.targets.add(`${removeBrackets(new URL(`http://${entry}`).hostname)}:${Number(port)}`);
    return true;
  }
}
