import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

/** A screen or dialog whose script is loaded on first use. */
export type LazyPart<Props extends object> = ((props: Props) => ReactNode) & { preload: () => Promise<void> }

/** Timeout for loading a script part (SHELL-44). */
export const loadTimeoutMs = 120_000

type FailureType = 'timeout' | 'error' | 'missing'

/**
 * Creates a component from a script part that is loaded when it is first rendered or preloaded.
 * @param id the part's name, for the error message
 * @param importer imports the component: () => import('./x.tsx').then((part) => part.X)
 */
export function lazyPart<Props extends object>(
  id: string,
  importer: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  let loaded: ComponentType<Props> | undefined
  const load = () => {
    loading ??= loadPart(id, importer).then(
      (part) => {
        loaded = part
        return part
      },
      (reason: unknown) => {
        // The next attempt, for example a second click, retries the request.
        loading = undefined
        throw reason
      },
    )
    return loading
  }
  const Waiting = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  const choose = () => loaded ?? Waiting
  return Object.assign((props: Props) => createElement(Chosen<Props>, { choose, props }), {
    preload: async () => void (await load()),
  })
}

// Chosen once per mount: a loaded part renders without suspending, and one that arrives later does not replace the
// mounted component and its state.
function Chosen<Props extends object>({
  choose,
  props,
}: {
  choose: () => ComponentType<Props>
  props: Props
}) {
  const [Shown] = useState(choose)
  return createElement(Shown, props)
}

/** Binds some props of a lazy part, for example the mode of a form that serves two routes. */
export function withProps<Props extends object>(part: LazyPart<Props>, props: Props): LazyPart<object> {
  return Object.assign(() => createElement(part, props), { preload: part.preload })
}

/**
 * Imports a script part within 120 seconds (SHELL-44, SHELL-45, OQ-009).
 * @throws Error 'Loading chunk {id} failed.' with the failure's type and, if the browser reports it, the URL
 */
export async function loadPart<T>(id: string, importer: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(failure(id, 'timeout')), loadTimeoutMs)
  })
  const part = importer().catch((reason: unknown) => {
    throw failure(id, 'error', reason)
  })
  try {
    const loaded = await Promise.race([part, timeout])
    if (loaded === undefined || loaded === null) throw failure(id, 'missing')
    return loaded
  } finally {
    clearTimeout(timer)
  }
}

function failure(id: string, type: FailureType, reason?: unknown): Error {
  const message = reason instanceof Error ? reason.message : ''
  // Browsers report the URL of a failed part only inside their message.
  const url = /(https?:\/\/|\/)\S+\.(?:js|css|tsx?)\S*/.exec(message)?.[0] ?? id
  return new Error(`Loading chunk ${id} failed.\n(${type}: ${url})`, { cause: reason })
}
