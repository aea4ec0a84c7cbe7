import {
  isAppAddress,
  isReservedShortCode,
  shortlinkAddress,
} from '@greenroom/contract/shortlink/shortlink.rules'
import {
  type NewShortlink,
  type Shortlink,
  type ShortlinkTarget,
  shortCodePattern,
  shortlinkMessages,
} from '@greenroom/contract/shortlink/shortlink.schema'
import type { Actor } from '../../platform/audit/actor.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/record-id.ts'
import { AppError, invalid, notFound } from '../../platform/error.ts'
import { generateShortCode } from './short-code.ts'
import { presentShortlink } from './shortlink.present.ts'
import {
  deleteShortlink,
  findShortlink,
  insertShortlink,
  listShortlinks,
  lockShortlink,
  type ShortlinkRow,
  type ShortlinkValues,
  updateShortlink,
} from './shortlink.repository.ts'

/** So many generated codes in turn can be taken before something else must be wrong. */
const mostTries = 20

export type ShortlinkService = ReturnType<typeof createShortlinkService>

/** Short links: a code that leads to a web address, an address in an app, or both. */
export function createShortlinkService({
  appSchemes,
  generate = generateShortCode,
}: {
  /** The schemes that an app URL may have (OQ-127). */
  appSchemes: readonly string[]
  generate?: () => string
}) {
  const missing = () => notFound('This short link does not exist')

  async function locked(db: Database, code: string): Promise<ShortlinkRow> {
    const row = shortCodePattern.test(code) ? await lockShortlink(db, code) : undefined
    if (!row) throw missing()
    return row
  }

  /** @throws AppError VALIDATION for an app URL of another scheme */
  function valuesOf({ webUrl, appUrl, params }: ShortlinkTarget): ShortlinkValues {
    if (appUrl && !isAppAddress(appUrl, appSchemes)) {
      throw invalid([{ path: 'appUrl', message: shortlinkMessages.appScheme(appSchemes) }])
    }
    return { web_url: webUrl || null, app_url: appUrl || null, params: params ?? {} }
  }

  async function insertUnderFreeCode(
    db: Database,
    values: ShortlinkValues,
    now: Date,
  ): Promise<ShortlinkRow> {
    for (let turn = 0; turn < mostTries; turn++) {
      const code = generate()
      if (isReservedShortCode(code)) continue
      const row = await insertShortlink(db, { id: newId(), code, now, values })
      if (row) return row
    }
    throw new Error(`No free short code was found in ${mostTries} tries.`)
  }

  return {
    /** Short links, the newest first. */
    async list(db: Database, page: { limit: number; offset: number }): Promise<Shortlink[]> {
      return (await listShortlinks(db, page)).map(presentShortlink)
    },

    /**
     * Adds a short link; without a code it gets one of its own.
     * @throws AppError DUPLICATE for a code that is taken or reserved, VALIDATION for an app URL of another scheme
     */
    async create(db: Database, form: NewShortlink, actor: Actor, now: Date): Promise<Shortlink> {
      const code = form.shortCode ?? ''
      const values = valuesOf(form)
      if (isReservedShortCode(code)) throw refusedCode(shortlinkMessages.codeReserved)
      const row =
        code === ''
          ? await insertUnderFreeCode(db, values, now)
          : await insertShortlink(db, { id: newId(), code, now, values })
      if (!row) throw refusedCode(shortlinkMessages.codeTaken)
      const made = presentShortlink(row)
      await recordAudit(db, actor, {
        action: 'shortlink.create',
        entityType: 'shortlink',
        entityId: row.id,
        label: row.short_code,
        after: { ...made },
      })
      return made
    },

    /**
     * Replaces all that a short link leads to; what is not given is removed.
     * @param expectedVersion the version that the client has seen; undefined lets the last write win
     * @throws AppError NOT_FOUND, STALE with the current record, VALIDATION for an app URL of another scheme
     */
    async replace(
      db: Database,
      code: string,
      target: ShortlinkTarget,
      expectedVersion: number | undefined,
      actor: Actor,
      now: Date,
    ): Promise<Shortlink> {
      const row = await locked(db, code)
      const before = presentShortlink(row)
      if (expectedVersion !== undefined && expectedVersion !== row.version) {
        throw new AppError('STALE', 'Someone else has changed this short link.', { data: before })
      }
      const values = valuesOf(target)
      const { web_url, app_url, params } = row
      if (JSON.stringify(values) === JSON.stringify({ web_url, app_url, params })) return before
      const after = presentShortlink(await updateShortlink(db, row.id, { values, now }))
      await recordAudit(db, actor, {
        action: 'shortlink.update',
        entityType: 'shortlink',
        entityId: row.id,
        label: row.short_code,
        before: { ...before },
        after: { ...after },
      })
      return after
    },

    /** Removes a short link; its code is free again. @throws AppError NOT_FOUND */
    async remove(db: Database, code: string, actor: Actor): Promise<void> {
      const row = await locked(db, code)
      await deleteShortlink(db, row.id)
      await recordAudit(db, actor, {
        action: 'shortlink.remove',
        entityType: 'shortlink',
        entityId: row.id,
        label: row.short_code,
        before: { ...presentShortlink(row) },
      })
    },

    /**
     * Where a code leads (OQ-100), as an address that a header can carry; an app URL only of an allowed scheme.
     * @throws AppError NOT_FOUND
     */
    async addressOf(db: Database, code: string): Promise<string> {
      const row = shortCodePattern.test(code) ? await findShortlink(db, code) : undefined
      const address = row && shortlinkAddress(presentShortlink(row), appSchemes)
      if (!address) throw missing()
      return address
    },
  }
}

function refusedCode(message: string): AppError {
  return new AppError('DUPLICATE', message, { errors: [{ path: 'shortCode', message }] })
}
