/**
 * Reads the address of a database in any form that libpq takes for one server, and returns it in one that the driver
 * takes.
 * @returns problem: why it cannot be used, written for the operator
 */
export function readDatabaseUrl(value: string): { url: string; problem?: string } {
  if (!/^postgres(ql)?:/i.test(value)) return { url: value }
  const [, authority = '', rest = ''] = /^postgres(?:ql)?:\/\/([^/?]*)(.*)$/is.exec(value) ?? []
  const servers = authority.slice(authority.lastIndexOf('@') + 1)
  const account = authority.slice(0, authority.length - servers.length)
  // The driver itself reads no address without a server before its port.
  const url = /^:\d+$/.test(servers) ? `postgresql://${account}localhost${servers}${rest}` : value
  // As the driver does: an account needs a server for the reader of addresses.
  const readable = url.replace('@/', '@server/')
  if (servers.includes(',') || /[?&]host=[^&]*(,|%2c)/i.test(rest)) {
    return { url, problem: 'it names several servers; name the one to write to' }
  }
  if (!URL.canParse(readable)) {
    const port = /:([^:\]]*)$/.exec(servers)?.[1]
    if (!authority.includes('#') && port !== undefined && !(Number(port) <= 65_535)) {
      return {
        url,
        problem: 'its port is no number up to 65535; if the password has a / or ?, write it as %2F or %3F',
      }
    }
    return {
      url,
      problem: 'it is no valid address; write special characters of the password as %23 for # and so on',
    }
  }
  const parsed = new URL(readable)
  if (parsed.hash !== '') {
    return { url, problem: 'it has a #, which ends an address; write it as %23' }
  }
  return { url }
}
