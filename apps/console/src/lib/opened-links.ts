interface OpenedLink {
  href: string
  at: number
}

/** A menu may stay open for a while, and a new tab loads slowly on a bad network. In milliseconds. */
const longestMs = 60_000
const opened: OpenedLink[] = []

/** Remembers links that are about to be opened in a new tab: that tab gets this tab's account (OQ-515). */
export function followOpenedLinks(): void {
  // A middle click is an auxclick, "Open in new tab" follows a menu, and a link can be dragged to the tab bar.
  for (const name of ['click', 'auxclick', 'contextmenu', 'dragstart'] as const) {
    window.addEventListener(name, noteLink, { capture: true, passive: true })
  }
}

function noteLink(event: MouseEvent): void {
  // A right click is an auxclick too; its menu follows.
  if (event.type === 'auxclick' && event.button !== 1) return
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (link?.origin !== window.location.origin) return
  const staysHere =
    event.type === 'click' && !event.ctrlKey && !event.metaKey && !event.shiftKey && link.target !== '_blank'
  if (!staysHere) noteOpened(link.href)
}

/** Opens an address of the console in a new tab, which gets this tab's account. */
export function openTab(href: string): void {
  noteOpened(new URL(href, window.location.href).href)
  window.open(href, '_blank', 'noopener')
}

function noteOpened(href: string): void {
  opened.push({ href, at: Date.now() })
}

/**
 * Tells a new tab whether it was opened here. Each opening is told once.
 * @param href the address with which the tab began
 * @returns when it was opened, in milliseconds; undefined for an address that was not
 */
export function takeOpened(href: string): number | undefined {
  const due = opened.findIndex(({ at }) => at >= Date.now() - longestMs)
  opened.splice(0, due === -1 ? opened.length : due)
  const place = opened.findLastIndex((one) => one.href === href)
  return place === -1 ? undefined : opened.splice(place, 1)[0]?.at
}
