import type { FormErrors } from '@mantine/form'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { focusFirstField } from '../../../ui/form-field.tsx'
import { takeFailure } from './passed-failure.ts'
import type { RecordForm, Versioned } from './record-form.ts'
import type { useFormDraft } from './use-form-draft.ts'

const uploadCancelled = 'The upload was cancelled. Nothing is saved.'

/**
 * Shows why a save failed: at its fields, the first of which takes the focus, or beside the buttons.
 * @param isLocked whether a save has locked the fields, which then lose the focus
 * @param reveal makes fields with errors visible and returns those to focus
 */
export function useFormFailure<V extends object, T extends Versioned, E extends object>(
  spec: RecordForm<V, T, E>,
  { recordId, form, base }: Pick<ReturnType<typeof useFormDraft<V, T, E>>, 'recordId' | 'form' | 'base'>,
  isLocked: boolean,
  reveal: ((paths: readonly string[]) => readonly string[]) | undefined,
) {
  const [problem, setProblem] = useState<string | null>(null)
  const [wasRefused, setRefused] = useState(false)
  const focus = useFieldFocus(isLocked)

  const showErrors = (errors: FormErrors) => {
    form.setErrors(errors)
    const names = Object.keys(errors)
    focus.request(reveal?.(names) ?? names)
  }

  /** Marks the fields that caused a failure and focuses the first. Other reasons appear beside the buttons. */
  const showReason = (reason: unknown) => {
    const errors: Record<string, string> = {}
    const others: string[] = []
    const named = reason instanceof ApiError ? reason.errors : []
    for (const { path, message } of named) {
      const field = spec.fieldOf(path, form.getValues(), base)
      if (field === undefined) others.push(message)
      else errors[field] ??= message
    }
    if (spec.duplicateField && named.length === 0 && isDuplicate(reason)) {
      errors[spec.duplicateField] = reason.message
    }
    if (Object.keys(errors).length > 0) showErrors(errors)
    else if (others.length === 0) others.push(isAborted(reason) ? uploadCancelled : failureMessage(reason))
    setProblem(others.length > 0 ? others.join(' ') : null)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    const failure = takeFailure(recordId)
    if (failure) showReason(failure.reason)
  }, [])

  return {
    problem,
    wasRefused,
    focus,
    showErrors,
    show(reason: unknown) {
      setRefused(true)
      showReason(reason)
    },
    clear() {
      setProblem(null)
      setRefused(false)
    },
  }
}

/** Whether a save failed because the person cancelled its upload. */
export function isAborted(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'AbortError'
}

function isDuplicate(reason: unknown): reason is ApiError {
  return reason instanceof ApiError && reason.code === 'DUPLICATE'
}

/** Focuses fields once their errors are rendered, and returns the focus that locked fields lose during a save. */
function useFieldFocus(isLocked: boolean) {
  const screen = useRef<HTMLDivElement>(null)
  const kept = useRef<Element>(null)
  const [requested, setRequested] = useState<readonly string[]>()
  useLayoutEffect(() => {
    if (isLocked) return
    if (requested) {
      if (screen.current) focusFirstField(screen.current, requested)
      setRequested(undefined)
    } else if (kept.current instanceof HTMLElement && document.activeElement === document.body) {
      kept.current.focus()
    }
    kept.current = null
  }, [requested, isLocked])
  return {
    screen,
    request: setRequested,
    keep: () => {
      kept.current = document.activeElement
    },
  }
}
