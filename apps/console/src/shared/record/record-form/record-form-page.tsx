import type { DataOf, EndpointDeclaration } from '@greenroom/contract/endpoint'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useRecordName } from '../../../lib/record-name.ts'
import { FormPage, type FormPageProps } from '../../../ui/form-page.tsx'
import section from '../../../ui/form-section.module.css'
import { FieldRow } from '../../../ui/form-section.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useEditedRecord } from '../edited-record/use-edited-record.ts'
import { LoadFailure } from '../record-list/load-failure.tsx'
import { FormFields } from './form-fields.tsx'
import classes from './record-form-page.module.css'
import type { AnyRecordForm } from './use-record-form.tsx'

interface RecordFormPageProps extends Omit<FormPageProps, 'busy' | 'status' | 'problem'> {
  of: AnyRecordForm
}

/** A form that fills the screen, with its notices and the problem beside its buttons. */
export function RecordFormPage({ of, children, ...page }: RecordFormPageProps) {
  const { problem, status } = of.notices
  return (
    <FormPage {...page} busy={of.isSaving} status={status} problem={problem}>
      <FormFields of={of}>{children}</FormFields>
      {of.dialog}
    </FormPage>
  )
}

interface EditedRecordPageProps<D extends EndpointDeclaration, T> {
  /** Reads one record by the parameter id. */
  endpoint: D
  schema: z.ZodMiniType<T>
  /** The member of the navigation state that may contain the record. */
  state: string
  messages: { loading: string; loadFailed: string }
  /** Name of the record for the top bar. */
  name?: (record: T) => string
  /** Shown while the record loads; by default that of a form. */
  skeleton?: ReactNode
  children: (record: T) => ReactNode
}

/** The screen of the record that the address names: a skeleton while it loads, and Retry when that fails (OQ-007). */
export function EditedRecordPage<const D extends EndpointDeclaration, T extends DataOf<D> & { _id: string }>({
  endpoint,
  schema,
  state,
  messages,
  name,
  skeleton,
  children,
}: EditedRecordPageProps<D, T>) {
  const { record, error, retry } = useEditedRecord(endpoint, schema, state)
  useRecordName(record ? name?.(record as T) : undefined)
  if (record) return children(record as T)
  if (error === null) return skeleton ?? <FormSkeleton label={messages.loading} />
  return <LoadFailure title={messages.loadFailed} error={error} onRetry={retry} />
}

/** The skeleton of a form. */
export function FormSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className={classes.skeleton}>
      {[100, 36, 100].map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections never move
        <div key={place} className={section.section}>
          <Skeleton width="96px" height={16} />
          <div className="gr-stack">
            <Skeleton height={36} />
            <Skeleton height={height} />
          </div>
        </div>
      ))}
    </Loading>
  )
}

/**
 * The skeleton of fields side by side, for a lazy part of a form.
 * @param rows number of rows with two fields
 * @param hint number of lines that follow one of the controls
 */
export function FieldsSkeleton({ rows = 1, hint = 0 }: { rows?: number; hint?: number }) {
  return (
    <Loading label="Loading fields..." className="gr-stack">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
        <FieldRow key={row}>
          <EmptyField />
          <EmptyField hint={hint} />
        </FieldRow>
      ))}
    </Loading>
  )
}

/** The skeleton of one field. @param hint number of lines that follow the control; without their room the form would move */
export function FieldSkeleton({ hint = 0 }: { hint?: number }) {
  return (
    <Loading label="Loading field...">
      <EmptyField hint={hint} />
    </Loading>
  )
}

function EmptyField({ hint = 0 }: { hint?: number }) {
  return (
    <div className={classes.field}>
      <Skeleton width="96px" height={20} />
      {/* An input is as tall as a button. */}
      <Skeleton height="var(--gr-button-md)" />
      {hint > 0 && <Skeleton width="160px" height={16 * hint} />}
    </div>
  )
}
