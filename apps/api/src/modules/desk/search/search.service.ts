import { setTimeout } from 'node:timers/promises'
import type { Permission } from '@greenroom/contract/access/permission'
import { readSearch } from '@greenroom/contract/desk/search/search.rules'
import {
  mostHits,
  type SearchHit,
  type SearchKind,
  type SearchResult,
  searchKinds,
  searchPermissions,
  searchRanks,
} from '@greenroom/contract/desk/search/search.schema'
import { eventGroup } from '@greenroom/contract/sessions/event/event.rules'
import { masterclassGroup } from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import { seesPersonalData } from '../../../platform/access/require-permission.ts'
import type { Call } from '../../../platform/call.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isLockTimeout, isStatementTimeout } from '../../../platform/database/database-errors.ts'
import type { Settings } from '../../../settings.ts'
import { findLeads } from './lead-search.repository.ts'
import { findDifferences, findRefundRequests } from './money-case-search.repository.ts'
import { findDocuments, findOrders } from './order-search.repository.ts'
import { findPeople } from './person-search.repository.ts'
import { findPosts } from './post-search.repository.ts'
import type { FoundRow, Search } from './search.repository.ts'
import { findInSections, sectionKinds } from './section-search.repository.ts'

/** A statement of the search, and the kinds that are missing if it takes too long. */
interface Source {
  kinds: readonly SearchKind[]
  find: (db: Database) => Promise<FoundRow[]>
}

/** One more than is shown, to know whether there are more. */
const limit = mostHits + 1
/** How long one statement is waited for, in milliseconds. */
const longest = 1_000

export function createSearchService({ settings }: { settings: Pick<Settings, 'ADMIN_POST_USER_ID'> }) {
  function sourcesOf(search: Search, permissions: ReadonlySet<Permission>): Source[] {
    const may = (kind: SearchKind) => maySearch(kind, permissions)
    // Members' posts are opened in the moderation, the provider's own in the editor.
    const seesMembers = permissions.has('moderation.read')
    const seesPosts = may('post') && (seesMembers || permissions.has('content.write'))
    const author = seesMembers ? undefined : settings.ADMIN_POST_USER_ID
    const sources: (Source | false)[] = [
      may('order') && { kinds: ['order'], find: (db) => findOrders(db, search, limit) },
      may('document') &&
        search.isCode && { kinds: ['document'], find: (db) => findDocuments(db, search, limit) },
      may('refund-request') && {
        kinds: ['refund-request'],
        find: (db) => findRefundRequests(db, search, limit),
      },
      may('difference') && { kinds: ['difference'], find: (db) => findDifferences(db, search, limit) },
      may('person') && { kinds: ['person'], find: (db) => findPeople(db, search, limit) },
      may('lead') && { kinds: ['lead'], find: (db) => findLeads(db, search, limit) },
      seesPosts && { kinds: ['post'], find: (db) => findPosts(db, search, { author, limit }) },
    ]
    return sources.filter((source) => source !== false)
  }

  function hitOf({ kind, id, rank, at, status, ...row }: FoundRow, now: Date): SearchHit {
    return {
      ...row,
      _id: id,
      at: at?.toISOString() ?? null,
      status: statusOf({ kind, at, status }, now),
      rank: searchRanks[rank] ?? 'part',
    }
  }

  function statusOf(
    { kind, at, status }: Pick<FoundRow, 'kind' | 'at' | 'status'>,
    now: Date,
  ): string | null {
    const start_time = at ?? now
    switch (kind) {
      case 'masterclass':
        return masterclassGroup({ is_active: status === 'true', start_time }, now)
      case 'webinar':
        return eventGroup({ event_type: 'ONLINE', is_published: status === 'true', start_time }, now)
      case 'event':
        return eventGroup({ event_type: 'OFFLINE', is_published: status === 'true', start_time }, now)
      case 'coupon':
        return start_time > now ? 'active' : 'ended'
      case 'banner':
      case 'payment-page':
        return status === 'true' ? 'active' : 'inactive'
      case 'post':
        return status === settings.ADMIN_POST_USER_ID ? 'own' : 'member'
      default:
        return status
    }
  }

  return {
    /** Finds what the caller's role includes. A kind that takes too long is named, and the others are returned. */
    async find({ db, actor, now }: Call, q: string): Promise<SearchResult> {
      const search = { ...readSearch(q), seesPersonal: seesPersonalData(actor) }
      const sections = sectionKinds.filter((kind) => maySearch(kind, actor.permissions))
      const { rows, failed } = await runAll(db, [
        ...sourcesOf(search, actor.permissions),
        ...(sections.length > 0
          ? [{ kinds: sections, find: (pool: Database) => findInSections(pool, sections, search, limit) }]
          : []),
      ])
      const groups = searchKinds.flatMap((kind) => {
        const found = rows.filter((row) => row.kind === kind)
        const hits = found.slice(0, mostHits).map((row) => hitOf(row, now))
        return hits.length > 0 ? [{ kind, hits, has_more: found.length > mostHits }] : []
      })
      // The sort is stable, so groups of one rank keep the order of the kinds.
      const rankOf = (hits: SearchHit[]) => Math.min(...hits.map((hit) => searchRanks.indexOf(hit.rank)))
      return { groups: groups.sort((one, other) => rankOf(one.hits) - rankOf(other.hits)), failed }
    },
  }
}

function maySearch(kind: SearchKind, permissions: ReadonlySet<Permission>): boolean {
  return searchPermissions[kind].every((one) => permissions.has(one))
}

/**
 * Runs statements, two at a time so that one person's typing never takes all connections. One that takes too long is
 * given up; the database ends it by its own limit.
 */
async function runAll(
  db: Database,
  sources: readonly Source[],
): Promise<{ rows: FoundRow[]; failed: SearchKind[] }> {
  const rows: FoundRow[] = []
  const failed: SearchKind[] = []
  const waiting = [...sources]
  const runNext = async (): Promise<void> => {
    const next = waiting.shift()
    if (!next) return
    const found = await inTime(next.find(db))
    if (found) rows.push(...found)
    else failed.push(...next.kinds)
    return runNext()
  }
  await Promise.all([runNext(), runNext()])
  return { rows, failed }
}

/** Returns the rows; undefined if they take too long. */
async function inTime(finding: Promise<FoundRow[]>): Promise<FoundRow[] | undefined> {
  const timeout = new AbortController()
  const late = setTimeout(longest, undefined, { signal: timeout.signal }).catch(() => undefined)
  const found = finding.catch((error) => {
    if (isStatementTimeout(error) || isLockTimeout(error)) return undefined
    throw error
  })
  try {
    return await Promise.race([found, late])
  } finally {
    timeout.abort()
    // After the time is up nobody else handles its failure.
    found.catch(() => undefined)
  }
}
