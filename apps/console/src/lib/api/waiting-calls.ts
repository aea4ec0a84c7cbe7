interface WaitingCall {
  goOn: () => void
  fail: (reason: unknown) => void
}

/** A queue of calls that wait until their person has signed in again. */
interface WaitingCalls {
  /**
   * Waits for `resume`.
   * @param signal aborted when the caller no longer wants the call, which then leaves the queue
   * @throws the signal's reason when it is aborted, or the reason of `fail`
   */
  wait(signal: AbortSignal | undefined): Promise<void>
  /** Lets every waiting call go on, in the order in which they came. */
  resume(): void
  /** Fails every waiting call. */
  fail(reason: unknown): void
}

export function waitingCalls(): WaitingCalls {
  const queue = new Set<WaitingCall>()
  // Emptied first: a call that goes on may have to wait again.
  const takeAll = () => {
    const all = [...queue]
    queue.clear()
    return all
  }
  return {
    async wait(signal) {
      signal?.throwIfAborted()
      let call: WaitingCall | undefined
      const leave = () => {
        if (call && queue.delete(call)) call.fail(signal?.reason)
      }
      try {
        await new Promise<void>((resolve, reject) => {
          call = { goOn: resolve, fail: reject }
          queue.add(call)
          signal?.addEventListener('abort', leave)
        })
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },
    resume() {
      for (const { goOn } of takeAll()) goOn()
    },
    fail(reason) {
      for (const { fail } of takeAll()) fail(reason)
    },
  }
}
