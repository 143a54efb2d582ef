import { isPublicAddress } from './address-rules';
import { OutboundAllowList } from './outbound-allow-list';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.0.1.1',
    '198.17.0.1',
    '198.20.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '2400:cb00::1',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '5f00::1',
    'localhost',
    '',
  ])('rejects %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('OutboundAllowList', () => {
  it('matches targets by name and port', () => {
    const allow = new OutboundAllowList(['n8n:5678', 'HOOKS.local:443', '[::1]:8080']);
    expect(allow.allowsTarget('n8n', 5678)).toBe(true);
    expect(allow.allowsTarget('n8n', 80)).toBe(false);
    expect(allow.allowsTarget('hooks.local', 443)).toBe(true);
    expect(allow.allowsTarget('::1', 8080)).toBe(true);
    expect(allow.hasNetworks).toBe(false);
  });

  it('matches networks', () => {
    const allow = new OutboundAllowList(['10.1.0.0/16', 'fd00::/8']);
    expect(allow.allowsAddress('10.1.2.3')).toBe(true);
    expect(allow.allowsAddress('10.2.0.1')).toBe(false);
    expect(allow.allowsAddress('::ffff:10.1.2.3')).toBe(false);
    expect(allow.allowsAddress('fd00::1')).toBe(true);
    expect(allow.hasNetworks).toBe(true);
  });

  it.each([
    'n8n',
    '10.0.0.0',
    '10.0.0.0/33',
    'fd00::/129',
    'user@host:80',
    'host:99999',
    'https://host:443',
    'host:80/path',
    '',
  ])('rejects %j', (entry) => {
    expect(() => new OutboundAllowList(['n8n:5678', entry])).toThrow('OUTBOUND_ALLOW: entry 2');
  });
});
