import { shellKeys } from '../lib/key-bindings.ts'
import { areLettersOn } from '../lib/letter-keys.ts'
import { letterOf, takesKeys } from '../ui/keys.ts'
import { openShellDialog } from './shell-dialog.ts'

/** What lies over the screen: single letters are for it alone. */
const overlays = '[aria-modal="true"], dialog[open], [popover]:popover-open'

/** Saves the open form, whatever control has the focus (OQ-459, OQ-576). A link opens in a new tab instead. */
export function onSaveKey(event: KeyboardEvent): void {
  if (isLeft(event) || event.shiftKey) return
  if (event.target instanceof Element && event.target.closest('a[href]')) return
  const button = saveButton()
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  button.click()
}

function isLeft(event: KeyboardEvent): boolean {
  return event.defaultPrevented || event.isComposing || event.repeat || event.altKey
}

/** Does what a key is for (OQ-459). */
export function onKey(event: KeyboardEvent): void {
  if (isLeft(event)) return
  const act = event.metaKey || event.ctrlKey ? commandOf(event) : letterCommandOf(event)
  if (!act) return
  event.preventDefault()
  act()
}

/** Returns what a key does with Ctrl or ⌘. */
function commandOf(event: KeyboardEvent): (() => void) | undefined {
  if (event.shiftKey) return undefined
  if (letterOf(event) === shellKeys.search) return () => openShellDialog('search')
  if (event.key !== shellKeys.save) return undefined
  const button = saveButton()
  return button && (() => button.click())
}

/** Returns what a key does alone: nothing while somebody types, or something lies over the screen. */
function letterCommandOf(event: KeyboardEvent): (() => void) | undefined {
  if (!areLettersOn() || takesKeys(event.target) || document.querySelector(overlays)) return undefined
  // Some keyboards type these two with Shift.
  if (event.key === shellKeys.help) return () => openShellDialog('keys')
  if (event.key === shellKeys.find) return findOnScreen
  if (event.shiftKey || letterOf(event) !== shellKeys.create) return undefined
  const create = document.querySelector<HTMLElement>('header a[data-primary]')
  return create ? () => create.click() : undefined
}

/** Focuses the search field of the screen, or else opens the search over everything. */
function findOnScreen(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type="search"]:enabled')
  const field = [...fields].find((one) => one.checkVisibility())
  if (field) {
    field.focus()
    field.select()
  } else openShellDialog('search')
}

/** Returns the submit button of the form that has the focus, or of the one that is open; undefined while it is busy. */
function saveButton(): HTMLButtonElement | undefined {
  // A picker's dropdown is elsewhere in the page than its field, and a dialog's form lies over that of the screen.
  const dialogs = document.querySelectorAll('[aria-modal="true"], dialog[open]')
  const place = dialogs.item(dialogs.length - 1) ?? document.querySelector('main')
  const focused = document.activeElement?.closest('form')
  const form = focused && place?.contains(focused) ? focused : place?.querySelector('form')
  const buttons = [...(form?.elements ?? [])].filter((one) => one instanceof HTMLButtonElement)
  return buttons.find((one) => one.type === 'submit' && !one.disabled && one.ariaBusy !== 'true')
}
