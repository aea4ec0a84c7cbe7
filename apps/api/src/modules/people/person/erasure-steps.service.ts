import type { ErasureStep } from '@greenroom/contract/people/person/personal-data.schema'
import type { PersonalLooks } from '../../../platform/audit/personal-looks.ts'
import type { Call } from '../../../platform/call.ts'
import type { Files } from '../../../platform/files/files.ts'
import { announce } from '../../../platform/webhooks/announce.ts'
import {
  type Batch,
  blankCalls,
  blankContacts,
  blankExportRequests,
  blankHistory,
  blankLeads,
  blankOrders,
  blankRegistrations,
  blankTexts,
  type Counts,
  deleteAccounts,
  deleteComments,
  deleteConsents,
  deleteFromBin,
  deleteNotes,
  deletePosts,
  deleteReactions,
  type Erasing,
  filesToDelete,
  forgetFiles,
  rememberFiles,
  unlinkReports,
} from './erasure-batches.repository.ts'

/** The result of a part of a step; the cursor says where the next part continues. */
interface Part {
  counts: Counts
  isLast: boolean
  cursor?: string | null
}

/** Files made from rows which may be those of the person. */
export interface ExportedFiles {
  /** Removes some of them. @returns how many */
  removeAllFiles: (call: Call) => Promise<number>
}

export type ErasureSteps = ReturnType<typeof createErasureSteps>

/** The steps of an erasure: what each changes, in batches that can be repeated. */
export function createErasureSteps({
  exports,
  files,
  looks,
}: {
  exports: ExportedFiles
  /** Absent in a command, which takes no calls. */
  looks?: Pick<PersonalLooks, 'flush'>
  files: Pick<Files, 'releaseAll' | 'destroy'>
}) {
  async function released(db: Call['db'], erasing: Erasing, batch: Batch): Promise<Batch> {
    const keys = batch.files ?? []
    await rememberFiles(db, erasing, keys)
    await files.releaseAll(db, keys)
    return { ...batch, counts: { ...batch.counts, file: keys.length } }
  }

  /** What each step does in one transaction; its last part returns isLast. */
  const perform: Record<ErasureStep, (call: Call, erasing: Erasing, cursor: string | null) => Promise<Part>> =
    {
      async community(call, erasing) {
        const { db, now } = call
        for (const part of [
          deleteFromBin,
          unlinkReports,
          deleteNotes,
          deleteConsents,
          deleteReactions,
          deleteComments,
          deletePosts,
        ]) {
          const batch = await part(db, erasing)
          if (!batch.isLast) return released(db, erasing, batch)
        }
        const { accounts, ...batch } = await deleteAccounts(db, erasing, now)
        for (const id of accounts) {
          // The product's id would outlive the person in what was sent.
          const data = { user_id: id, external_id: null }
          await announce(call, { event: 'person.removed', record: { type: 'user', id }, data })
        }
        return released(db, erasing, batch)
      },
      orders: ({ db, now }, erasing) => blankOrders(db, erasing, now),
      registrations: ({ db, now }, erasing) => blankRegistrations(db, erasing, now),
      leads: ({ db, now }, erasing) => blankLeads(db, erasing, now),
      contacts: ({ db, now }, erasing) => blankContacts(db, erasing, now),
      async calls({ db, now }, erasing, after) {
        const cursor = await blankTexts(db, erasing, now, after)
        return cursor === null ? blankCalls(db, erasing) : { counts: {}, isLast: false, cursor }
      },
      async exports({ db }, erasing) {
        await blankExportRequests(db, erasing)
        return { counts: {}, isLast: true }
      },
      async history({ db }, erasing, after) {
        const { counts, cursor } = await blankHistory(db, erasing, after)
        return { counts, cursor, isLast: cursor === null }
      },
      async files({ db }, erasing) {
        return { counts: {}, isLast: (await filesToDelete(db, erasing)).length === 0 }
      },
    }

  return {
    perform,

    /** What a step does before its transaction, such as in the file store. It may be repeated. */
    async prepare(call: Call, step: ErasureStep, erasing: Erasing): Promise<void> {
      // A search of the last second would be stored after the step.
      if (step === 'calls') await looks?.flush()
      if (step === 'exports') while ((await exports.removeAllFiles(call)) > 0);
      if (step === 'files') {
        const keys = await filesToDelete(call.db, erasing)
        await files.destroy(keys)
        await forgetFiles(call.db, erasing, keys)
      }
    },
  }
}
