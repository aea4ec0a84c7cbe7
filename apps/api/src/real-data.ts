import { isLoopbackHost, isLoopbackInBrowsers } from './platform/identity/loopback-host.ts'

/** Some of the settings, which read this in turn. */
interface Reach {
  NODE_ENV: string
  HOST: string
  PUBLIC_URL?: string | undefined
  TRUST_PROXY: readonly string[]
}

/**
 * Returns why an installation is not one to try the program on this computer but may have real data, each reason as a
 * part of a sentence; none for one to try.
 */
export function reasonsForRealData({ NODE_ENV, HOST, PUBLIC_URL, TRUST_PROXY }: Reach): string[] {
  const isElsewhere =
    PUBLIC_URL !== undefined &&
    URL.canParse(PUBLIC_URL) &&
    !isLoopbackInBrowsers(new URL(PUBLIC_URL).hostname)
  return [
    NODE_ENV === 'production' && 'NODE_ENV is production',
    !isLoopbackHost(HOST) && `HOST is ${HOST}`,
    isElsewhere && `PUBLIC_URL is ${PUBLIC_URL}`,
    TRUST_PROXY.length > 0 && 'TRUST_PROXY is set',
  ].filter((reason) => typeof reason === 'string')
}
