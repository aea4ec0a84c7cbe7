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
import { AppError, invalid, notFound } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Call } from '../../platform/call.ts'
import { newId } from '../../platform/database/record-id.ts'
import { refuseStale } from '../../platform/database/records.ts'
import { generateShortCode } from './short-code.ts'
import { presentShortlink } from './shortlink.presenter.ts'
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

  async function locked(call: Call, code: string): Promise<ShortlinkRow> {
    const row = shortCodePattern.test(code) ? await lockShortlink(call.db, code) : undefined
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

  async function insertUnderFreeCode(call: Call, values: ShortlinkValues): Promise<ShortlinkRow> {
    for (let turn = 0; turn < mostTries; turn++) {
      const code = generate()
      if (isReservedShortCode(code)) continue
      const row = await insertShortlink(call.db, { id: newId(), code, now: call.now, values })
      if (row) return row
    }
    throw new Error(`No free short code was found in ${mostTries} tries.`)
  }

  return {
    /** Short links, the newest first. */
    async list(call: Call, page: { limit: number; offset: number }): Promise<Shortlink[]> {
      return (await listShortlinks(call.db, page)).map(presentShortlink)
    },

    /**
     * Adds a short link; without a code it gets one of its own.
     * @throws AppError DUPLICATE for a code that is taken or reserved, VALIDATION for an app URL of another scheme
     */
    async create(call: Call, form: NewShortlink): Promise<Shortlink> {
      const code = form.shortCode ?? ''
      const values = valuesOf(form)
      if (isReservedShortCode(code)) throw refusedCode(shortlinkMessages.codeReserved)
      const row =
        code === ''
          ? await insertUnderFreeCode(call, values)
          : await insertShortlink(call.db, { id: newId(), code, now: call.now, values })
      if (!row) throw refusedCode(shortlinkMessages.codeTaken)
      const made = presentShortlink(row)
      await recordAudit(call, {
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
     * @throws AppError NOT_FOUND, STALE with the current record, VALIDATION for an app URL of another scheme
     */
    async replace(call: Call, code: string, target: ShortlinkTarget): Promise<Shortlink> {
      const row = await locked(call, code)
      const before = presentShortlink(row)
      refuseStale(call.expectedVersion, before, 'Someone else has changed this short link.')
      const values = valuesOf(target)
      const { web_url, app_url, params } = row
      if (JSON.stringify(values) === JSON.stringify({ web_url, app_url, params })) return before
      const after = presentShortlink(await updateShortlink(call.db, row.id, { values, now: call.now }))
      await recordAudit(call, {
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
    async remove(call: Call, code: string): Promise<void> {
      const row = await locked(call, code)
      await deleteShortlink(call.db, row.id)
      await recordAudit(call, {
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
    async addressOf(call: Call, code: string): Promise<string> {
      const row = shortCodePattern.test(code) ? await findShortlink(call.db, code) : undefined
      const address = row && shortlinkAddress(presentShortlink(row), appSchemes)
      if (!address) throw missing()
      return address
    },
  }
}

function refusedCode(message: string): AppError {
  return new AppError('DUPLICATE', message, { errors: [{ path: 'shortCode', message }] })
}
