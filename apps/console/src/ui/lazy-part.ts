import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

/** A screen or dialog whose script is fetched when it is first wanted. */
export type LazyPart<Props extends object> = ((props: Props) => ReactNode) & { preload: () => Promise<void> }

/** How long a script part may take to load (SHELL-44). */
export const loadTimeoutMs = 120_000

type FailureType = 'timeout' | 'error' | 'missing'

/**
 * Makes a component out of a script part that is fetched when it is first shown or preloaded.
 * @param id the part's name, for the words of a failure
 * @param importer fetches the component: () => import('./x.tsx').then((part) => part.X)
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
        // The next attempt, for instance a second click, asks the network again.
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

// Chosen once for each mount: a part that is there already is drawn without waiting, and one that came later is not
// swapped in under its own state.
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

/** Gives a lazy part some of its props for good, for instance the mode of a form that serves two routes. */
export function withProps<Props extends object>(part: LazyPart<Props>, props: Props): LazyPart<object> {
  return Object.assign(() => createElement(part, props), { preload: part.preload })
}

/**
 * Fetches a script part within 120 seconds (SHELL-44, SHELL-45, OQ-009).
 * @throws Error 'Loading chunk {id} failed.' with the failure's type and, where the browser tells it, the address
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
  // Browsers name the address of a failed part only inside their message.
  const url = /(https?:\/\/|\/)\S+\.(?:js|css|tsx?)\S*/.exec(message)?.[0] ?? id
  return new Error(`Loading chunk ${id} failed.\n(${type}: ${url})`, { cause: reason })
}
