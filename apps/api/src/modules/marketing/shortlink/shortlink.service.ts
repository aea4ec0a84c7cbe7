import type { Binned } from '@greenroom/contract/desk/bin/bin.schema'
import {
  isAppAddress,
  isReservedShortCode,
  shortlinkAddress,
} from '@greenroom/contract/marketing/shortlink/shortlink.rules'
import {
  type NewShortlink,
  type Shortlink,
  type ShortlinkTarget,
  shortCodePattern,
  shortlinkMessages,
} from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import { AppError, invalid, notFound } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { refuseStale } from '../../../platform/database/records.ts'
import { keepInBin } from '../../desk/bin/bin-keeping.service.ts'
import { generateShortCode } from './short-code.ts'
import { presentShortlink } from './shortlink.presenter.ts'
import {
  deleteShortlink,
  findShortlink,
  insertShortlink,
  listShortlinks,
  lockShortlink,
  type ShortlinkPage,
  type ShortlinkRow,
  type ShortlinkValues,
  updateShortlink,
} from './shortlink.repository.ts'

/** Max number of generated codes to try. If all are taken, something else is wrong. */
const mostTries = 20

export type ShortlinkService = ReturnType<typeof createShortlinkService>

/** Short links: a code that leads to a web URL, an app URL, or both. */
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
    /** Lists short links, the newest or the most opened first. */
    async list(call: Call, page: ShortlinkPage): Promise<Shortlink[]> {
      return (await listShortlinks(call.db, page)).map(presentShortlink)
    },

    /**
     * Creates a short link, with a generated code if it has none.
     * @throws AppError DUPLICATE for a taken or reserved code, VALIDATION for an app URL of another scheme
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
        after: auditMembers(made),
      })
      return made
    },

    /**
     * Replaces the whole target of a short link; omitted members are removed.
     * @throws AppError NOT_FOUND, STALE with the current record, VALIDATION for an app URL of another scheme
     */
    async replace(call: Call, code: string, target: ShortlinkTarget): Promise<Shortlink> {
      const row = await locked(call, code)
      const before = presentShortlink(row)
      refuseStale(call.expectedVersion, before, changedByAnother)
      const values = valuesOf(target)
      const { web_url, app_url, params } = row
      if (JSON.stringify(values) === JSON.stringify({ web_url, app_url, params })) return before
      const after = presentShortlink(await updateShortlink(call.db, row.id, { values, now: call.now }))
      await recordAudit(call, {
        action: 'shortlink.update',
        entityType: 'shortlink',
        entityId: row.id,
        label: row.short_code,
        before: auditMembers(before),
        after: auditMembers(after),
      })
      return after
    },

    /**
     * Deletes a short link; its code is free again. The bin keeps it for thirty days (OQ-475).
     * @throws AppError NOT_FOUND, STALE with the current record
     */
    async remove(call: Call, code: string): Promise<Binned> {
      const row = await locked(call, code)
      refuseStale(call.expectedVersion, presentShortlink(row), changedByAnother)
      const binId = await keepInBin(call, {
        kind: 'shortlink',
        id: row.id,
        label: row.short_code,
        permission: 'content.write',
      })
      await deleteShortlink(call.db, row.id)
      await recordAudit(call, {
        action: 'shortlink.remove',
        entityType: 'shortlink',
        entityId: row.id,
        label: row.short_code,
        before: auditMembers(presentShortlink(row)),
      })
      return { bin_id: binId }
    },

    /**
     * Returns the id and the target of a code (OQ-100), the target as a URL for a header. An app URL must have an
     * allowed scheme.
     * @param query what the request has behind the code
     * @throws AppError NOT_FOUND
     */
    async resolve(call: Call, code: string, query: string): Promise<{ id: string; address: string }> {
      const row = shortCodePattern.test(code) ? await findShortlink(call.db, code) : undefined
      const address = row && shortlinkAddress(presentShortlink(row), appSchemes, query)
      if (!row || !address) throw missing()
      return { id: row.id, address }
    },
  }
}

const changedByAnother = 'Someone else has changed this short link.'

function refusedCode(message: string): AppError {
  return new AppError('DUPLICATE', message, { errors: [{ path: 'shortCode', message }] })
}

/** Opens are no change by staff. */
function auditMembers({ opens: _, ...members }: Shortlink) {
  return members
}
