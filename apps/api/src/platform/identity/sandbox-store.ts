import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  expiresAt: number
}

const most = 1000

/**
 * Stores the sandbox provider's state between two pages, in memory, because a restart may end an unfinished sign-in.
 * The oldest entries are evicted.
 */
export function createSandboxStore(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()

  const find = (matches: (payload: AdapterPayload) => boolean, prefix: string) => {
    for (const [key, entry] of entries) {
      if (key.startsWith(prefix) && entry.expiresAt > Date.now() && matches(entry.payload))
        return entry.payload
    }
    return undefined
  }

  return (model) => {
    const prefix = `${model}:`
    return {
      async upsert(id, payload, expiresIn) {
        const key = prefix + id
        entries.delete(key)
        entries.set(key, { payload, expiresAt: expiresIn ? Date.now() + expiresIn * 1000 : Infinity })
        const [oldest] = entries.keys()
        if (entries.size > most && oldest !== undefined) entries.delete(oldest)
      },
      async find(id) {
        const entry = entries.get(prefix + id)
        return entry && entry.expiresAt > Date.now() ? entry.payload : undefined
      },
      findByUid: async (uid) => find((payload) => payload.uid === uid, prefix),
      findByUserCode: async (userCode) => find((payload) => payload.userCode === userCode, prefix),
      async consume(id) {
        const entry = entries.get(prefix + id)
        if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(prefix + id)
      },
      async revokeByGrantId(grantId) {
        for (const [key, entry] of entries) {
          if (key.startsWith(prefix) && entry.payload.grantId === grantId) entries.delete(key)
        }
      },
    }
  }
}
