import type { FormErrors } from '@mantine/form'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'

/** A record that a form can edit. */
export interface Versioned {
  _id: string
  /** Missing from records that cannot be edited. */
  version?: number
}

/** A field as the question about an edit conflict shows it. */
export interface FieldLabel {
  label: string
  /** How a value reads; by default text as it is, booleans as Yes and No, and nothing as Empty. */
  show?: (value: never, fileOf: Sending['fileOf']) => ReactNode
}

/**
 * A section's declaration of its form. `V` is the type of the form values, `T` of the record, `E` of the values that an
 * edit compares and merges field by field (OQ-109), often `V` itself. All are plain JSON; a picked file is a mark.
 */
export interface RecordForm<V extends object, T extends Versioned, E extends object> {
  /** Names the form's drafts in the tab's storage. */
  name: string
  record: z.ZodMiniType<T>
  values: z.ZodMiniType<V>
  empty: () => V
  valuesOf: (record: T) => V
  editedOf: (values: V, base: T | null) => E
  /** @param isSubmit false while fields are still being filled */
  errors: (values: V, context: { base: T | null; isSubmit: boolean }) => FormErrors
  /** The field that a path of the server's errors belongs to; undefined shows its message beside the button. */
  fieldOf: (path: string, values: V, base?: T | null) => string | undefined
  labels: { [Field in keyof E & string]?: FieldLabel }
  /** Labels a field that `labels` does not list; by default with its name. */
  labelOf?: (field: string) => string
  /** The field that a duplicate is about, when the server does not name it (code DUPLICATE). */
  duplicateField?: string
}

/** Passed to a write that may send files. */
export interface Sending {
  /** The file with this mark; undefined for a stored URL. */
  fileOf: (mark: unknown) => File | undefined
  /** Called with the fraction that has been uploaded, from 0 to 1. */
  onProgress: (share: number) => void
  /** Aborted when the person cancels the upload. */
  signal: AbortSignal
}

/** What an edit sends. */
interface Change<T, E> {
  /** The record as it is stored now. */
  stored: T
  version: number
  changes: Partial<E>
  /** All fields with the changes applied. */
  all: E
}

interface SaveMessages {
  pending: string
  success: string
  error: string | ((reason: unknown) => string)
}

/**
 * How the person learns the outcome, even after leaving the form: toasts of each save, or, where the form
 * itself shows the outcome, toasts of a save that outlives it.
 */
type OutcomeMessages =
  | { messages: { create?: SaveMessages; update?: SaveMessages }; awayMessages?: undefined }
  | { messages?: undefined; awayMessages: { success?: string; error: string } }

/** What a section does with its form; `A` names its submit buttons. */
export type RecordFormHandlers<V, T, E, A extends string> = OutcomeMessages & {
  create?: (values: V, sending: Sending) => Promise<T>
  update?: (change: Change<T, E>, sending: Sending) => Promise<T>
  /**
   * Asks questions before a save. Resolves to false to return to the form.
   * @param base the record that the edit began from; null for a new one
   */
  before?: (values: V, action: A, base: T | null) => Promise<boolean>
  /** Runs after a save while the form is still locked, such as publishing. It must not throw for an expected failure. */
  after?: (saved: T, action: A) => Promise<T>
  /** Called after a save, unless the form has unmounted. */
  onSaved: (saved: T, action: A) => void
  /** @returns true when the section has handled the failure itself */
  onFailed?: (reason: unknown) => boolean
  /** Makes fields with errors visible, for instance by changing the step; returns those to focus. */
  reveal?: (paths: readonly string[]) => readonly string[]
  /** The search parameter that opens the form, if the form closes while its path stays. */
  parameter?: string
  /** For a form in a dialog that the address opens: asks whether the dialog may close. */
  askToClose?: () => void
}
