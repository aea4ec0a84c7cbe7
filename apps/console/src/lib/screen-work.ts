import { paths } from './paths.ts'

let screenPath: string | undefined
let isTouched = false

/** Notes the path of the screen that is shown. A new path is a screen on which nothing has been done yet. */
export function noteScreen(path: string): void {
  if (path === screenPath) return
  screenPath = path
  isTouched = false
}

/** Notes that the person has clicked, typed or dropped something on the screen. */
export function noteTouch(): void {
  isTouched = true
}

/**
 * Returns whether leaving the screen could lose something: the person has done something there. Tabs, filters and
 * dialogs change only the search, so they belong to the screen.
 */
export function isAtWork(): boolean {
  return isTouched && screenPath !== undefined && screenPath !== paths.login
}
