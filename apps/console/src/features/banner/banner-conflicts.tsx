import type { Banner } from '@greenroom/contract/banner/banner.schema'
import type { ReactNode } from 'react'
import { formatTime } from '../../lib/dates.ts'
import type { LabelledConflict } from '../../shared/edit-conflict/edit-conflict-dialog.tsx'
import type { FieldConflict } from '../../shared/edit-conflict/merge-edits.ts'
import { fileMark } from '../../shared/image-field/image-choice.ts'
import { redirectFields } from './banner-facts.ts'
import { BannerFileView } from './banner-file-view.tsx'
import classes from './banner-form.module.css'
import type { EditedBanner } from './banner-form-values.ts'
import { formWords, pageNames, redirectNames } from './banner-messages.ts'

const labels: Record<keyof EditedBanner, string> = {
  files: formWords.files,
  start_time: formWords.startTime,
  end_time: formWords.endTime,
  redirect: formWords.redirect,
  order: formWords.order,
  is_active: formWords.isActive,
}

/**
 * Writes the conflicting fields for people.
 * @param picked the files that were picked here
 */
export function labelConflicts(
  conflicts: readonly FieldConflict<EditedBanner>[],
  picked: readonly File[],
): LabelledConflict[] {
  return conflicts.map(({ field, stored, typed }) => ({
    field,
    label: labels[field],
    stored: display({ [field]: stored }, []),
    typed: display({ [field]: typed }, picked),
  }))
}

function display(edited: Partial<EditedBanner>, picked: readonly File[]): ReactNode {
  const { files, redirect, order, is_active } = edited
  const time = edited.start_time ?? edited.end_time
  if (files) return <Files files={files} picked={picked} />
  if (redirect) return <RedirectWords redirect={redirect} />
  if (time) return formatTime(time)
  if (typeof is_active === 'boolean') return is_active ? 'Yes' : 'No'
  return typeof order === 'number' ? String(order) : 'Empty'
}

function Files({ files, picked }: { files: readonly string[]; picked: readonly File[] }) {
  const names = new Map(picked.map((file) => [fileMark(file), file.name]))
  const isVideo = (url: string) => /\.(mp4|m4v|webm)$/i.test(url)
  return (
    <span className={classes.conflictFiles}>
      {files.map((file) =>
        names.has(file) ? (
          <span key={file}>{names.get(file)}</span>
        ) : (
          <BannerFileView
            key={file}
            file={{ url: file, type: isVideo(file) ? 'video' : 'image' }}
            className={classes.conflictFile}
          />
        ),
      )}
    </span>
  )
}

function RedirectWords({ redirect }: { redirect: Banner['redirect'] }) {
  const page = redirect.page && pageNames[redirect.page]
  return (
    <>
      <span className={classes.conflictLine}>
        {redirectNames[redirect.type]}
        {redirect.type === 'external' ? `, ${redirect.redirect_link ?? ''}` : page && `, ${page}`}
      </span>
      {redirectFields(redirect).map(({ name, value }) => (
        <span key={name} className={classes.conflictLine}>
          <br />
          {name}: {value}
        </span>
      ))}
    </>
  )
}
