import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** The host of a webhook is, or resolves to, an address that is not on the Internet. */
export class PrivateAddress extends Error {
  constructor(host: string, address: string) {
    super(
      host === address
        ? `${address} is not a public address.`
        : `${host} resolves to ${address}, which is not a public address.`,
    )
  }
}

/** IPv4 networks that are not on the Internet (IANA special-purpose registry), cloud metadata included. */
const reserved4 = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [address = '', bits] = network.split('/')
  reserved4.addSubnet(address, Number(bits), 'ipv4')
}

/** The only IPv6 network with public addresses. IPv4 addresses inside IPv6 ones are outside of it. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Exceptions from it: Teredo and others, documentation, 6to4 with an IPv4 address inside. */
const reserved6 = new BlockList()
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved6.addSubnet(address, bits, 'ipv6')
}

/** Tells whether an IP address is on the Internet. */
function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved4.check(address, 'ipv4')
    case 6:
      return global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6')
    default:
      return false
  }
}

/** Returns the host of a URL without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** @throws PrivateAddress if a URL names such an address itself; it is then connected to without a lookup */
export function refusePrivateHost(url: URL): void {
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddress(host, host)
}

type ResolveAll = (
  host: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Returns a lookup for connections that refuses a host with any address that is not public. The connection is made to
 * the addresses that were checked, so a name that resolves to another address a moment later gains nothing.
 */
export function publicLookup(resolve: ResolveAll = lookup): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const none = options.all ? [] : ''
      if (error) return callback(error, none)
      const refused = addresses.find(({ address }) => !isPublicAddress(address))
      if (refused) return callback(new PrivateAddress(host, refused.address), none)
      const [first] = addresses
      if (!first) return callback(new Error(`${host} has no address.`), none)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
