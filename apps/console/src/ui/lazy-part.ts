import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

/** A screen or dialog whose script is fetched when it is first shown. */
export type LazyPart<Props extends object> = ((props: Props) => ReactNode) & {
  /** Fetches the script ahead. Throws when that fails; the next call fetches it again. */
  preload: () => Promise<void>
}

/** Timeout for loading a script part (SHELL-44). */
export const loadTimeoutMs = 120_000

type FailureType = 'timeout' | 'error' | 'missing'

/** A part's script that could not be loaded (SHELL-45). */
export class PartError extends Error {
  /** Lets the part be fetched again when it is next rendered. Called once the failure is on the screen. */
  forget = () => {}
}

/**
 * Makes a component out of a script part that is fetched when it is first shown or preloaded. A failure reaches the
 * nearest error boundary: a screen has that of its route, a dialog is made by lazyDialog, and a part of a form is
 * wrapped in PartBoundary.
 * @param id the part's name, for the error message
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
        loading = undefined
        throw reason
      },
    )
    return loading
  }
  // A prefetch under way may fail; what is rendered then tries again itself.
  const loadToRender = () => loading?.catch(load) ?? load()
  const wait = () =>
    lazy(async () => ({
      default: await loadToRender().catch((reason: unknown) => {
        // React renders a failed part again before it gives up, which must not start another request.
        if (reason instanceof PartError) {
          reason.forget = () => {
            Waiting = wait()
          }
        }
        throw reason
      }),
    })) as unknown as ComponentType<Props>
  let Waiting = wait()
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

function failure(id: string, type: FailureType, reason?: unknown): PartError {
  const message = reason instanceof Error ? reason.message : ''
  // Browsers report the URL of a failed part only inside their message.
  const url = /(https?:\/\/|\/)\S+\.(?:js|css|tsx?)\S*/.exec(message)?.[0] ?? id
  return new PartError(`Loading chunk ${id} failed.\n(${type}: ${url})`, { cause: reason })
}
