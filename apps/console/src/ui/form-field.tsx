import type { ReactNode } from 'react'
import classes from './form-field.module.css'

/** Marks the place of a field, so that the first refused one can be found and focused, whatever control it has. */
export function FormField({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div data-field={path} className={classes.field}>
      {children}
    </div>
  )
}

/**
 * Focuses the first field on the screen that one of the paths names.
 * @returns whether there is one
 */
export function focusFirstField(screen: HTMLElement, paths: readonly string[]): boolean {
  for (const place of screen.querySelectorAll<HTMLElement>('[data-field]')) {
    if (!paths.includes(place.dataset.field ?? '')) continue
    const control = place.querySelector<HTMLElement>(
      'input:not([type="file"]):not([type="hidden"]), textarea, button',
    )
    if (!control) continue
    control.focus()
    return true
  }
  return false
}
