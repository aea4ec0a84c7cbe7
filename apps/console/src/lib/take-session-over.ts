import { hasSessionEnded, isCredential, readCredential, readSubject, storeCredential } from './session.ts'
import {
  channelName,
  firstHref,
  type Held,
  lockPrefix,
  locks,
  type Message,
  ownLock,
  setOffered,
} from './shared-session.ts'

// Apart from the rest of the shared session, because only a tab without a credential needs it.

/** How long a new tab waits for the reply of a tab that is known to be signed in, in milliseconds. */
const longestWaitMs = 10_000
/** The same where the browser cannot tell whether another tab is signed in: it delays every sign-in screen. */
const longestWaitWithoutLocksMs = 1000

/** Returns the account of each other tab that is signed in; undefined where the browser cannot tell. */
async function findOtherTabs(): Promise<string[] | undefined> {
  try {
    const { held = [], pending = [] } = (await locks?.query()) ?? {}
    if (locks === undefined) return undefined
    return [...held, ...pending].flatMap(({ name = '' }) =>
      name.startsWith(lockPrefix) && !name.endsWith(ownLock)
        ? [decodeURIComponent(name.slice(lockPrefix.length, name.lastIndexOf(':')))]
        : [],
    )
  } catch {
    // Site data is blocked, and so are locks.
    return undefined
  }
}

/**
 * Goes on with the session of another tab: of the tab's own account, of the tab that opened this one, or of the only
 * account that is signed in. If several are, the sign-in screen asks which (OQ-515): what somebody does here must not be
 * recorded in another name. A page that has signed out, or whose session was refused, doesn't ask: the other tabs could
 * only return the same credential.
 * @returns whether this tab is signed in now
 */
export async function takeSessionOver(): Promise<boolean> {
  setOffered([])
  if (hasSessionEnded()) return false
  const tabs = await findOtherTabs()
  if (tabs?.length === 0) return false
  const own = readSubject()
  const isOneAccount = tabs !== undefined && new Set(tabs).size === 1
  // Later replies change nothing. Of several tabs that opened the address, the last one counts, so all are heard.
  const decides = ({ account, credential }: Held) =>
    credential !== null && (own !== null ? account === own : isOneAccount)
  const replies = await askTabs(tabs, decides)
  if (readCredential() !== null) return true

  const latestFirst = replies.toSorted((one, other) => (other.openedAt ?? 0) - (one.openedAt ?? 0))
  const opener = latestFirst.find(({ openedAt }) => openedAt !== undefined)
  const accounts = new Set([...(tabs ?? []), ...replies.map(({ account }) => account)])
  const wanted = own ?? opener?.account ?? (accounts.size === 1 ? [...accounts][0] : undefined)
  const found = replies.find(({ account, credential }) => account === wanted && credential !== null)
  if (isCredential(found?.credential)) {
    storeCredential(found.credential)
    return true
  }
  const byAccount = new Map(replies.map(({ account, credential }) => [account, credential]))
  setOffered([...byAccount.values()].filter(isCredential))
  return false
}

/**
 * Asks the other tabs what they hold.
 * @param tabs the account of each; undefined where it is not known how many there are
 * @param decides whether the other replies need not be waited for
 */
function askTabs(tabs: string[] | undefined, decides: (held: Held) => boolean): Promise<Held[]> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName)
    const replies: Held[] = []
    const finish = () => {
      clearTimeout(timer)
      channel.close()
      resolve(replies)
    }
    let timer = setTimeout(finish, tabs ? longestWaitMs : longestWaitWithoutLocksMs)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'signed-out') return finish()
      if (data.kind !== 'held') return
      replies.push(data)
      if (decides(data) || (tabs && replies.length >= tabs.length)) return finish()
      // A tab that is hidden for long may never reply.
      clearTimeout(timer)
      timer = setTimeout(finish, longestWaitWithoutLocksMs)
    }
    channel.postMessage({
      kind: 'wanted',
      ...(readSubject() === null && { href: firstHref }),
    } satisfies Message)
  })
}
