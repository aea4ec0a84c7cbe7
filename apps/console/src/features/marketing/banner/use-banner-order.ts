import { getBanner, listBanners, moveBanner } from '@greenroom/contract/marketing/banner/banner.endpoints'
import { movedBanners } from '@greenroom/contract/marketing/banner/banner.rules'
import { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { useQueryClient } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import * as z from 'zod/mini'
import { withReason } from '../../../lib/api/api-error.ts'
import { callEndpoint } from '../../../lib/api/client.ts'
import { queryKey } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { editConflictMessages } from '../../../shared/record/edit-conflict/edit-conflict-messages.ts'
import { NothingLeft, saveEdit } from '../../../shared/record/edit-conflict/save-edit.ts'
import { bannerCardMessages, bannerListMessages, bannerSaveMessages } from './banner-messages.ts'

interface Move {
  id: string
  /** The banner that comes before it; null for the first place. */
  after: string | null
}

/** Someone else has moved the same banner since the list was loaded. */
class MovedByAnother extends Error {}

/** Returns the rows in the order after a move, with their new numbers. */
export function rowsAfter(rows: readonly Banner[], { id, after }: Move): readonly Banner[] {
  const changed = new Map(movedBanners(rows, id, after).map((banner) => [banner._id, banner.order]))
  if (changed.size === 0) return rows
  return rows
    .map((row) => ({ ...row, order: changed.get(row._id) ?? row.order }))
    .map((row) => ({ ...row, priority: row.order }))
    .toSorted((one, other) => one.order - other.order)
}

/** Returns the place that a key moves to; undefined for other keys. */
function placeOfKey(key: string, place: number, last: number): number | undefined {
  if (key === 'ArrowUp' || key === 'ArrowLeft') return Math.max(0, place - 1)
  if (key === 'ArrowDown' || key === 'ArrowRight') return Math.min(last, place + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

/** How close to an edge of the window a drag scrolls, and how far, in pixels. */
const edge = 72
const step = 16

/**
 * The order of the active banners, changed by dragging a card's grip or with its arrow keys. The list shows a move at
 * once, and the stored order again if the call fails (OQ-201).
 * @param rows the active banners in their order
 */
export function useBannerOrder(rows: readonly Banner[] | undefined) {
  const client = useQueryClient()
  // Moves that the list of the server does not show yet.
  const [moves, setMoves] = useState<readonly Move[]>([])
  const [dragged, setDragged] = useState<Move>()
  const [announcement, setAnnouncement] = useState('')
  const last = useRef<Promise<unknown>>(Promise.resolve())
  // Numbers and versions of the banners that earlier moves have changed.
  const saved = useRef(new Map<string, Banner>())
  const focused = useRef<string>(undefined)
  const endDrag = useRef<() => void>(undefined)

  const settled = rows && moves.reduce(rowsAfter, rows)
  const shown = settled && dragged ? rowsAfter(settled, dragged) : settled
  const current = useRef(settled)
  current.current = settled
  useEffect(() => () => endDrag.current?.(), [])

  // React moves the card in the document, which takes the focus from its grip.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order is what takes the focus
  useLayoutEffect(() => {
    if (focused.current === undefined || dragged) return
    document.getElementById(gripId(focused.current))?.focus()
    focused.current = undefined
  }, [shown, dragged])

  const send = async ({ id, after }: Move, from: Banner, order: number): Promise<void> => {
    const loaded = saved.current.get(id) ?? from
    const changed = await saveEdit<{ order: number }, Banner[]>({
      loaded: { values: { order: loaded.order }, version: loaded.version },
      typed: { order },
      save: async (_, version) =>
        (await callEndpoint(moveBanner, { params: { id }, body: { after }, version })).data,
      read: (record) => {
        const stored = z.parse(Banner, record)
        return { values: { order: stored.order }, version: stored.version }
      },
      ask: async () => null,
    })
    if (changed === null) throw new MovedByAnother()
    for (const banner of changed) saved.current.set(banner._id, banner)
  }

  const move = async (next: Move): Promise<void> => {
    const before = current.current ?? []
    const from = before.find(({ _id }) => _id === next.id)
    const after = rowsAfter(before, next)
    const place = after.findIndex(({ _id }) => _id === next.id)
    if (from === undefined || after === before) return
    focused.current = next.id
    setMoves((all) => [...all, next])
    setAnnouncement(bannerListMessages.moved(place + 1, after.length))
    // One after the other, so that the last move wins.
    const work = last.current.then(() => send(next, from, after[place]?.order ?? from.order))
    const settledWork = work.catch(() => undefined)
    last.current = settledWork
    await notify
      .progress(
        work,
        {
          pending: bannerCardMessages.updating,
          success: bannerSaveMessages.updated,
          error: (reason) =>
            reason instanceof MovedByAnother
              ? editConflictMessages.sameFields
              : reason instanceof NothingLeft
                ? reason.message
                : withReason(bannerSaveMessages.notSaved, reason),
        },
        { subject: 'banner-order' },
      )
      .catch(() => undefined)
    if (last.current !== settledWork) return
    void client.invalidateQueries({ queryKey: queryKey(getBanner) })
    await client.invalidateQueries({ queryKey: queryKey(listBanners) })
    if (last.current !== settledWork) return
    saved.current.clear()
    setMoves([])
  }

  const moveTo = (id: string, place: number): Move => {
    const others = (current.current ?? []).filter(({ _id }) => _id !== id)
    return { id, after: others[place - 1]?._id ?? null }
  }

  const drag = (id: string, event: ReactPointerEvent<HTMLElement>) => {
    const list = event.currentTarget.closest('li')?.parentElement
    if (event.button !== 0 || !list) return
    let latest: Move | undefined
    const hover = ({ clientX, clientY }: PointerEvent) => {
      if (clientY < edge) window.scrollBy(0, -step)
      if (clientY > window.innerHeight - edge) window.scrollBy(0, step)
      const card = document.elementFromPoint(clientX, clientY)?.closest('li')
      const place = card ? [...list.children].indexOf(card) : -1
      if (place === -1) return
      latest = moveTo(id, place)
      setDragged(latest)
    }
    const stop = () => {
      controller.abort()
      endDrag.current = undefined
      setDragged(undefined)
    }
    const drop = () => {
      stop()
      if (latest === undefined) return
      focused.current = id
      void move(latest)
    }
    const cancel = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && stop()
    const controller = new AbortController()
    const { signal } = controller
    window.addEventListener('pointermove', hover, { signal })
    window.addEventListener('pointerup', drop, { signal })
    window.addEventListener('pointercancel', stop, { signal })
    window.addEventListener('keydown', cancel, { signal })
    endDrag.current = () => controller.abort()
  }

  return {
    rows: shown,
    announcement,
    /** Props of the grip of a card. */
    gripOf: (id: string) => ({
      id: gripId(id),
      'data-dragged': dragged?.id === id || undefined,
      onPointerDown: (event: ReactPointerEvent<HTMLElement>) => drag(id, event),
      onKeyDown: (event: KeyboardEvent) => {
        const all = current.current ?? []
        const from = all.findIndex(({ _id }) => _id === id)
        const place = placeOfKey(event.key, from, all.length - 1)
        if (place === undefined) return
        event.preventDefault()
        void move(moveTo(id, place))
      },
    }),
  }
}

export type GripProps = ReturnType<ReturnType<typeof useBannerOrder>['gripOf']>

function gripId(id: string): string {
  return `move-${id}`
}
