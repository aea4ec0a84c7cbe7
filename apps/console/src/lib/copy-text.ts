import { notify } from './notify.tsx'

/**
 * Copies a text to the clipboard and says so. Where the browser blocks that, because nobody has clicked just before, the
 * toast offers to try again.
 * @param message that of a link by default (MC-12)
 */
export async function copyWithToast(text: string, message?: string): Promise<void> {
  try {
    await copyText(text)
    notify.copied(message)
  } catch {
    notify.error('The browser blocked copying.', {
      label: 'Copy',
      onClick: () => void copyWithToast(text, message),
    })
  }
}

// The Clipboard API exists only on https and localhost; a console inside a company network may have neither.
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const opener = document.activeElement
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (opener instanceof HTMLElement) opener.focus()
  if (!copied) throw new Error('The clipboard is not available')
}
