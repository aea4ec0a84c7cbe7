import { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { formatTime } from '../../../lib/dates.ts'
import type { RecordForm, Sending } from '../../../shared/record/record-form/record-form.ts'
import { redirectFields } from './banner-facts.ts'
import { BannerFileView } from './banner-file-view.tsx'
import classes from './banner-form.module.css'
import { bannerErrors, bannerFieldOf } from './banner-form-errors.ts'
import {
  BannerFormValues,
  bannerValuesOf,
  type EditedBanner,
  editedBannerOf,
  emptyBannerValues,
} from './banner-form-values.ts'
import { bannerFormMessages, bannerPageLabels, bannerRedirectLabels } from './banner-messages.ts'

/**
 * The form of a banner (BAN-04 to BAN-13).
 * @param nextOrder the suggested order number of a new banner (OQ-075)
 */
export function bannerForm(nextOrder: string): RecordForm<BannerFormValues, Banner, EditedBanner> {
  return {
    name: 'banner',
    record: Banner,
    values: BannerFormValues,
    empty: () => emptyBannerValues(nextOrder),
    valuesOf: bannerValuesOf,
    editedOf: editedBannerOf,
    errors: (values, { base }) => bannerErrors(values, base === null),
    fieldOf: bannerFieldOf,
    labels: {
      files: {
        label: bannerFormMessages.files,
        show: (files: string[], fileOf) => <Files files={files} fileOf={fileOf} />,
      },
      start_time: { label: bannerFormMessages.startTime, show: formatTime },
      end_time: { label: bannerFormMessages.endTime, show: formatTime },
      redirect: {
        label: bannerFormMessages.redirect,
        show: (redirect: Banner['redirect']) => <RedirectText redirect={redirect} />,
      },
      order: { label: bannerFormMessages.order },
      is_active: { label: bannerFormMessages.isActive },
    },
  }
}

function Files({ files, fileOf }: { files: readonly string[]; fileOf: Sending['fileOf'] }) {
  const isVideo = (url: string) => /\.(mp4|m4v|webm|mov)$/i.test(url)
  return (
    <span className="gr-tags">
      {files.map((file) => {
        const picked = fileOf(file)
        return picked ? (
          <span key={file}>{picked.name}</span>
        ) : (
          <BannerFileView
            key={file}
            file={{ url: file, type: isVideo(file) ? 'video' : 'image' }}
            className={classes.conflictFile}
          />
        )
      })}
    </span>
  )
}

function RedirectText({ redirect }: { redirect: Banner['redirect'] }) {
  const page = redirect.page && bannerPageLabels[redirect.page]
  return (
    <>
      <span className="gr-break">
        {bannerRedirectLabels[redirect.type]}
        {redirect.type === 'external' ? `, ${redirect.redirect_link ?? ''}` : page && `, ${page}`}
      </span>
      {redirectFields(redirect).map(({ name, value }) => (
        <span key={name} className="gr-break">
          <br />
          {name}: {value}
        </span>
      ))}
    </>
  )
}
