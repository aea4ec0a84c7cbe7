import {
  getAdvisoryService,
  listAdvisors,
  listAdvisoryServices,
  updateAdvisoryService,
} from '@greenroom/contract/advisory/advisory.endpoints'
import { AdvisoryService } from '@greenroom/contract/advisory/advisory.schema'
import * as z from 'zod/mini'
import { useCall } from '../../lib/api/hooks.ts'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import { saveEdit } from '../../shared/edit-conflict/save-edit.ts'
import {
  changesOf,
  type EditedService,
  editedOf,
  type ServiceFormValues,
  storedEditedOf,
} from './service-form-values.ts'

type Ask = (conflicts: FieldConflict<EditedService>[]) => Promise<ReadonlySet<string> | null>

/** The save of a service. One that fails says nothing in passing (ADV-26): whoever saves stays on the form. */
export function useServiceSave() {
  const update = useCall(updateAdvisoryService, {
    invalidates: [listAdvisoryServices, getAdvisoryService, listAdvisors],
  })

  /**
   * Saves the changed fields and merges them with what others saved meanwhile (OQ-109).
   * @returns the saved service; null when the person went back to the form
   * @throws ApiError
   */
  return async (
    base: AdvisoryService,
    values: ServiceFormValues,
    ask: Ask,
  ): Promise<AdvisoryService | null> => {
    let stored = storedEditedOf(base)
    return saveEdit<EditedService, AdvisoryService>({
      loaded: { values: stored, version: base.version },
      typed: editedOf(values, base),
      save: async (changes, version) => {
        const body = changesOf(changes, { ...stored, ...changes } as EditedService)
        return (await update.call({ params: { id: base._id }, body, version })).data
      },
      read: (record) => {
        const current = z.parse(AdvisoryService, record)
        stored = storedEditedOf(current)
        return { values: stored, version: current.version }
      },
      ask,
    })
  }
}
