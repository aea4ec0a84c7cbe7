import { AsyncLocalStorage } from 'node:async_hooks'

const origin = new AsyncLocalStorage<string>()

/** Runs the work of a request. Its transactions note the page that sent it, if the header names one. */
export function fromTab<T>(header: string | string[] | undefined, work: () => Promise<T>): Promise<T> {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? origin.run(header, work) : work()
}

/** Returns the page whose request is running: letters, digits, "_" and "-". */
export function originTab(): string | undefined {
  return origin.getStore()
}
