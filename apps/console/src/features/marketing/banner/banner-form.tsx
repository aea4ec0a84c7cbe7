import {
  createBanner,
  getBanner,
  listBanners,
  updateBanner,
} from '@greenroom/contract/marketing/banner/banner.endpoints'
import { type Banner, bannerFilesTotal } from '@greenroom/contract/marketing/banner/banner.schema'
import { Checkbox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, withReason } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { useGoBack } from '../../../lib/back.ts'
import { notify } from '../../../lib/notify.tsx'
import { paths } from '../../../lib/paths.ts'
import { multipartFiles } from '../../../shared/record/record-form/multipart-files.ts'
import { RecordFormPage } from '../../../shared/record/record-form/record-form-page.tsx'
import { isAborted } from '../../../shared/record/record-form/use-form-failure.ts'
import { useRecordForm } from '../../../shared/record/record-form/use-record-form.tsx'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { Field, FormField } from '../../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { BannerFilesField } from './banner-files-field.tsx'
import { bannerErrors, isIncomplete } from './banner-form-errors.ts'
import { bannerForm } from './banner-form-spec.tsx'
import { bannerChangesOf, newBannerOf } from './banner-form-values.ts'
import { bannerFormMessages, bannerSaveMessages } from './banner-messages.ts'
import { RedirectSection } from './banner-redirect-section.tsx'
import { BannerTimeSection } from './banner-time-section.tsx'
import { useFileSizes } from './use-file-sizes.ts'

/**
 * The form of a banner (BAN-04 to BAN-13), with its messages in toasts (BAN-10, BAN-13, BAN-19, OQ-010).
 * @param record the banner to update; null creates one
 * @param nextOrder the suggested order number of a new banner
 */
export function BannerForm({ record, nextOrder = '' }: { record: Banner | null; nextOrder?: string }) {
  const navigate = useNavigate()
  const goBack = useGoBack()
  const create = useCall(createBanner, { invalidates: [listBanners] })
  const update = useCall(updateBanner, { invalidates: [listBanners, getBanner] })
  const [spec] = useState(() => bannerForm(nextOrder))
  const success = record === null ? bannerSaveMessages.created : bannerSaveMessages.updated
  const leave = (banner: Banner | null) =>
    void navigate({ to: paths.banners, search: banner?.is_active === false ? { tab: 'inactive' } : {} })

  const of = useRecordForm(spec, record, {
    create: async (values, sending) =>
      (await create.call({ body: newBannerOf(values), ...multipartFiles({ files: values.files }, sending) }))
        .data,
    update: async ({ stored, changes, version }, sending) => {
      const body = bannerChangesOf(
        changes,
        stored.files.map(({ url }) => url),
      )
      const upload = multipartFiles({ files: changes.files }, sending)
      return (await update.call({ params: { id: stored._id }, body, version, ...upload })).data
    },
    before: async () => {
      if (usedBytes <= bannerFilesTotal.maxBytes) return true
      notify.error(bannerSaveMessages.tooLarge)
      return false
    },
    onSaved: (banner) => {
      if (banner !== of.base) notify.success(success)
      showRecord(banner._id)
      leave(banner)
    },
    onFailed: (reason) => {
      if (isAborted(reason)) return false
      const isTooLarge = reason instanceof ApiError && reason.status === 413
      notify.error(isTooLarge ? bannerSaveMessages.tooLarge : withReason(bannerSaveMessages.notSaved, reason))
      return false
    },
    awayMessages: { success, error: bannerSaveMessages.notSaved },
  })
  const { form } = of
  const { files } = form.values

  const stored = (of.base?.files ?? []).filter(({ url }) => files.includes(url))
  const sizes = useFileSizes(stored.map(({ url }) => url))
  const picked = files.flatMap((mark) => of.fileOf(mark) ?? [])
  const usedBytes = [...sizes.values(), ...picked.map(({ size }) => size)].reduce(
    (sum, size) => sum + size,
    0,
  )
  const pick = (chosen: File[]) => {
    const bytes = chosen.reduce((sum, { size }) => sum + size, usedBytes)
    // Add none of them: the person decides which file to omit.
    if (bytes > bannerFilesTotal.maxBytes) return notify.error(bannerSaveMessages.tooLarge)
    form.setFieldValue('files', [...files, ...chosen.map(of.pickFile)])
  }

  const submit = () => {
    if (!of.isSaving && isIncomplete(bannerErrors(form.getValues(), of.base === null))) {
      notify.error(bannerSaveMessages.required)
    }
    void of.submit('save')
  }

  return (
    <RecordFormPage
      of={of}
      submitLabel={of.base === null ? bannerFormMessages.create : bannerFormMessages.update}
      onSubmit={submit}
      onCancel={() => {
        if (!goBack()) leave(record)
      }}
    >
      <FormSection title={bannerFormMessages.files} hint={bannerFormMessages.filesHint}>
        <FormField path="files">
          <BannerFilesField
            stored={stored}
            sizes={sizes}
            picked={picked}
            usedBytes={usedBytes}
            onPick={pick}
            onRemove={(removed) =>
              form.setFieldValue(
                'files',
                files.filter((file) => file !== removed),
              )
            }
            error={form.errors.files}
          />
        </FormField>
      </FormSection>
      <BannerTimeSection form={form} />
      <RedirectSection form={form} />
      <FormSection title={bannerFormMessages.place}>
        <FieldRow>
          <Field
            as={NumberField}
            form={form}
            path="order"
            label={bannerFormMessages.order}
            hint={bannerFormMessages.orderHint}
            maxLength={7}
          />
        </FieldRow>
        <Field
          as={Checkbox}
          isCheck
          form={form}
          path="is_active"
          label={bannerFormMessages.isActive}
          hint={bannerFormMessages.isActiveHint}
        />
      </FormSection>
    </RecordFormPage>
  )
}
