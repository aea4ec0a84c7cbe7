import { useCallback, useEffect, useRef } from 'react'

interface UnsavedForm {
  /** Whether a save is running: leaving then loses no input, but its outcome is not shown. */
  isSaving: boolean
  /** For a form in a dialog that the address opens: asks whether the dialog may close. */
  askToClose: (() => void) | undefined
  /** The search parameter that opens the form; without one it stays while the path does. */
  parameter: string | undefined
  /** Forgets what was typed, after the person has confirmed that it may be lost. */
  forget: () => void
}

// All mounted forms with unsaved changes. The router asks them before it navigates, so that forms need not know the
// router.
const unsavedForms = new Map<object, UnsavedForm>()

interface Navigation {
  current: { pathname: string; search: object }
  next: { pathname: string; search: object }
}

function formsClosedBy(navigation: Navigation | undefined): UnsavedForm[] {
  const read = (name: string, search: object) => (search as Record<string, unknown>)[name]
  const forms = [...unsavedForms.values()]
  if (!navigation) return forms
  const { current, next } = navigation
  return forms.filter(
    ({ parameter }) =>
      current.pathname !== next.pathname ||
      (parameter !== undefined && read(parameter, current.search) !== read(parameter, next.search)),
  )
}

/**
 * @param navigation undefined for leaving everything
 * @returns 'saving' if a navigation closes a form that is being saved, 'unsaved' if typed values would be lost, else null
 */
export function unsavedState(navigation?: Navigation): 'saving' | 'unsaved' | null {
  const forms = formsClosedBy(navigation)
  if (forms.some(({ isSaving }) => isSaving)) return 'saving'
  return forms.length > 0 ? 'unsaved' : null
}

/** Forgets what the closed forms hold: the person has chosen to leave without saving. */
export function forgetUnsaved(navigation?: Navigation): void {
  for (const form of formsClosedBy(navigation)) form.forget()
}

/** What the layout does: ask before everything on the screen is left, and read unsavedState again when it changes. */
export const leaveQuestion: { ask?: (leave: () => void) => void; recheck?: () => void } = {}

/** Runs what leaves every form, such as signing out. With unsaved changes the app asks first. */
export function leaveAll(leave: () => void): void {
  if (leaveQuestion.ask && unsavedForms.size > 0) leaveQuestion.ask(leave)
  else leave()
}

/** Lets the page be reloaded without the browser's warning. Drafts stay. */
export function allowReload(): void {
  unsavedForms.clear()
}

/**
 * Makes an open dialog with unsaved changes ask whether it may close.
 * @returns whether there is such a dialog; it stays open until the question is answered
 */
export function askInDialog(): boolean {
  // The dialog opened last lies above the others.
  const form = [...unsavedForms.values()].findLast(({ askToClose }) => askToClose !== undefined)
  form?.askToClose?.()
  return form !== undefined
}

/**
 * Warns before unsaved changes are lost by closing the page or, through the layout, by navigating.
 * @param isHeld whether the form has unsaved changes or is saving them
 * @param form.askToClose for a form in a dialog that the address opens; every history step calls it instead of closing
 * the dialog
 * @returns release: call it once the form is saved, before navigating in the same tick
 */
export function useUnsavedChanges(isHeld: boolean, form: Partial<UnsavedForm> = {}): () => void {
  const key = useRef({})
  const release = useCallback(() => {
    unsavedForms.delete(key.current)
    leaveQuestion.recheck?.()
  }, [])
  const latest = useRef(form)
  latest.current = form
  const { isSaving = false, parameter } = form
  const isInDialog = form.askToClose !== undefined

  useEffect(() => {
    if (!isHeld) return
    unsavedForms.set(key.current, {
      isSaving,
      parameter,
      askToClose: isInDialog ? () => latest.current.askToClose?.() : undefined,
      forget: () => latest.current.forget?.(),
    })
    leaveQuestion.recheck?.()
    const warn = (event: BeforeUnloadEvent) => {
      if (unsavedForms.size > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      release()
      window.removeEventListener('beforeunload', warn)
    }
  }, [isHeld, isSaving, parameter, isInDialog, release])

  return release
}
