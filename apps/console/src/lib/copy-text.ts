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
 * Copies a text that is still being read. Call it in the click: a browser lets a page copy only for a few seconds after
 * one, and a slow line takes longer.
 * @throws why the text could not be read, or that the browser blocks copying
 */
export async function copyLater(text: Promise<string>): Promise<void> {
  if (!navigator.clipboard?.write || !window.ClipboardItem) return copyText(await text)
  const blob = text.then((read) => new Blob([read], { type: 'text/plain' }))
  const written = navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
  // Both fail without the text, and its reason is the one to tell.
  for (const one of [blob, written]) one.catch(() => undefined)
  await text
  await written
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
