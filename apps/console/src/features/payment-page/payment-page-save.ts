import { uploadFile } from '@greenroom/contract/file/file.endpoints'
import {
  createPaymentPage,
  getPaymentPage,
  listPaymentPages,
  updatePaymentPage,
} from '@greenroom/contract/payment-page/payment-page.endpoints'
import { PaymentPage } from '@greenroom/contract/payment-page/payment-page.schema'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { useCall } from '../../lib/api/hooks.ts'
import { notify } from '../../lib/notify.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import { saveEditInToast } from '../../shared/edit-conflict/save-edit-in-toast.ts'
import { paymentPageProgress } from './payment-page-messages.ts'
import { changesOf, newPageOf, type PaymentPageValues, valuesOf } from './payment-page-values.ts'
import { saveFailure } from './save-failure.ts'

type OnProgress = (share: number) => void
type Ask = (conflicts: FieldConflict<PaymentPageValues>[]) => Promise<ReadonlySet<string> | null>

/** The writes of the form, each with its toast (PAY-17 to PAY-19). */
export function usePaymentPageSave() {
  const upload = useCall(uploadFile, { invalidates: [] })
  const create = useCall(createPaymentPage, { invalidates: [listPaymentPages] })
  const update = useCall(updatePaymentPage, { invalidates: [listPaymentPages, getPaymentPage] })

  // A picture that is sent already is not sent again when the form is refused for something else.
  const sent = useRef<{ file: File; url: string } | null>(null)
  const send = async (file: File, onProgress: OnProgress): Promise<string> => {
    if (sent.current?.file === file) return sent.current.url
    const { data } = await upload.call({ body: {}, files: { file: [file] }, onProgress })
    sent.current = { file, url: data.url }
    return data.url
  }

  return {
    /** @throws ApiError */
    async create(values: PaymentPageValues, file: File, onProgress: OnProgress): Promise<PaymentPage> {
      const make = async () => {
        const url = await send(file, onProgress)
        return (await create.call({ body: newPageOf(values, url) })).data
      }
      return notify.progress(make(), {
        ...paymentPageProgress.create,
        error: (reason) => saveFailure('create', reason),
      })
    },

    /**
     * Saves the changed fields and merges them with what others saved meanwhile (OQ-109).
     * @param file the picture that takes the place of the stored one; null leaves it
     * @returns the saved page; null when the person went back to the form
     * @throws ApiError
     */
    async update(
      base: PaymentPage,
      values: PaymentPageValues,
      file: File | null,
      { onProgress, ask }: { onProgress: OnProgress; ask: Ask },
    ): Promise<PaymentPage | null> {
      let stored = valuesOf(base)
      return saveEditInToast<PaymentPageValues, PaymentPage>(
        {
          loaded: { values: stored, version: base.version },
          typed: values,
          save: async (changes, version) => {
            const isPicked = changes.banner !== undefined && file !== null
            const banner = isPicked ? { banner: await send(file, onProgress) } : {}
            const { data } = await update.call({
              params: { id: base._id },
              body: changesOf({ ...changes, ...banner }, { ...stored, ...changes }),
              version,
            })
            return data
          },
          read: (record) => {
            const current = z.parse(PaymentPage, record)
            stored = valuesOf(current)
            return { values: stored, version: current.version }
          },
          ask,
        },
        { ...paymentPageProgress.update, error: (reason) => saveFailure('update', reason) },
      )
    },
  }
}
