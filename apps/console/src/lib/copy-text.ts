import { notify } from './notify.tsx'

/**
 * Copies a text to the clipboard and says so. If the browser blocks that, the toast shows the text, selected, with how
 * to copy it by hand (OQ-530).
 * @param message that of a link by default (MC-12)
 */
export async function copyWithToast(text: string, message?: string): Promise<void> {
  try {
    await copyText(text)
    notify.copied(message)
  } catch {
    notify.uncopied(text)
  }
}

/**
 * Copies a text to the clipboard.
 * @throws if the browser blocks it: then nothing was copied
 */
export async function copyText(text: string): Promise<void> {
  // The Clipboard API exists only on https and localhost; a console inside a company network may have neither.
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.cssText = 'position:fixed;opacity:0'
  const opener = document.activeElement
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  ;(opener as HTMLElement | null)?.focus()
  if (!copied) throw new Error('Blocked')
}
