import type { ErasureStep } from '@greenroom/contract/people/person/personal-data.schema'
import type { PersonalLooks } from '../../../platform/audit/personal-looks.ts'
import type { Call } from '../../../platform/call.ts'
import type { Files } from '../../../platform/files/files.ts'
import { announce } from '../../../platform/webhooks/announce.ts'
import {
  blankHistory,
  blankLooks,
  deleteAccounts,
  deleteComments,
  deleteFromBin,
  deletePosts,
  deleteReactions,
  filesToDelete,
  forgetFiles,
  rememberFiles,
} from './erasure-batches.repository.ts'
import {
  added,
  type Batch,
  blankTexts,
  type Counts,
  type Erasing,
  eraseRows,
} from './erasure-rows.repository.ts'
import { personalTables } from './personal-tables.ts'

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

type Work = (db: Call['db'], erasing: Erasing, now: Date) => Promise<Batch>

/** Returns what erases the tables of a step whose rows are deleted or blanked as declared; those of orders follow them. */
function rowsOf(step: ErasureStep): Work[] {
  return Object.entries(personalTables).flatMap(([table, { of, erased }]) =>
    erased[1] === step && of !== 'order'
      ? [(db: Call['db'], erasing: Erasing, now: Date) => eraseRows(db, erasing, table, now)]
      : [],
  )
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
  /** Does the first work that is not done. The last batch of each work can be in one transaction with the next work. */
  async function inTurn({ db, now }: Call, erasing: Erasing, works: readonly Work[]): Promise<Part> {
    let counts: Counts = {}
    for (const work of works) {
      const batch = await work(db, erasing, now)
      const keys = batch.files ?? []
      await rememberFiles(db, erasing, keys)
      await files.releaseAll(db, keys)
      counts = added(counts, { ...batch.counts, file: keys.length })
      if (!batch.isLast) return { counts, isLast: false }
    }
    return { counts, isLast: true }
  }
  const rowsAlone = (step: ErasureStep) => (call: Call, erasing: Erasing) =>
    inTurn(call, erasing, rowsOf(step))

  /** What each step does in one transaction; its last part returns isLast. */
  const perform: Record<ErasureStep, (call: Call, erasing: Erasing, cursor: string | null) => Promise<Part>> =
    {
      community: (call, erasing) =>
        inTurn(call, erasing, [
          deleteFromBin,
          ...rowsOf('community'),
          deleteReactions,
          deleteComments,
          deletePosts,
          async (db, _erasing, now) => {
            const { accounts, ...batch } = await deleteAccounts(db, erasing, now)
            for (const id of accounts) {
              // The product's id would outlive the person in what was sent.
              const data = { user_id: id, external_id: null }
              await announce(call, { event: 'person.removed', record: { type: 'user', id }, data })
            }
            return batch
          },
        ]),
      orders: rowsAlone('orders'),
      registrations: rowsAlone('registrations'),
      leads: rowsAlone('leads'),
      contacts: rowsAlone('contacts'),
      async calls(call, erasing, after) {
        const cursor = await blankTexts(call.db, erasing, call.now, after)
        if (cursor !== null) return { counts: {}, isLast: false, cursor }
        return inTurn(call, erasing, [...rowsOf('calls'), blankLooks])
      },
      exports: rowsAlone('exports'),
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
