import { sessionMessages } from '@greenroom/contract/staff/session/session.schema'
import { AppError } from '../app-error.ts'
import { isLoopbackHost, loopbackNames } from './loopback-host.ts'

/**
 * Returns the addresses that a sign-in may return to: the console's login page on our own server and on each further
 * origin. All names of the local computer count, because the server may be opened by any of them.
 */
export function consoleReturns(publicUrl: string, corsOrigins: readonly string[]): string[] {
  const own = new URL(publicUrl)
  const names = isLoopbackHost(own.hostname) ? [own.hostname, ...loopbackNames] : [own.hostname]
  const addresses = names.map((name) => {
    const address = new URL(publicUrl)
    address.hostname = name
    return (address.origin + address.pathname).replace(/\/+$/, '')
  })
  const consoles = [...addresses, ...corsOrigins]
  return [...new Set(consoles.map((address) => `${address}/login`))]
}

/**
 * Returns the address to which a sign-in returns that a page of an origin begins. Only the console's own pages can begin
 * one: a browser names the origin of every such request.
 * @param returns from consoleReturns
 * @throws AppError BAD_REQUEST if the page isn't the console's
 */
export function returnFor(returns: readonly string[], origin: string | undefined): string {
  const found = returns.find((address) => origin === undefined || new URL(address).origin === origin)
  if (found === undefined) throw new AppError('BAD_REQUEST', sessionMessages.otherAddress)
  return found
}
