import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { queryKey } from '../../../lib/api/hooks.ts'
import { pagesKey, type RowsPage } from '../../../lib/api/paged-rows.ts'
import { failureText, notify, type ProgressMessages } from '../../../lib/notify.tsx'
import { NothingLeft, saveEdit } from '../edit-conflict/save-edit.ts'
import { undoOf } from '../undo/undo.ts'

const ActiveState = z.object({ _id: z.string(), is_active: z.boolean(), version: z.int() })
export type ActiveState = z.output<typeof ActiveState>

/** How a section's records are switched on and off. */
export interface ActiveSwitchSpec {
  /** The endpoint of the list. */
  list: EndpointDeclaration
  /** The endpoint of a single record. */
  one: EndpointDeclaration
  /** Sends the new state against a version. */
  save: (id: string, isActive: boolean, version: number) => Promise<ActiveState>
  messages: ProgressMessages<unknown>
}

/** The last request for each record. Requests for one record run one after the other. */
const requests = new Map<string, Promise<ActiveState>>()

/**
 * Switches a record on or off. The list shows the new state at once, and the stored one again if the call fails. The call
 * names the new state and keeps what someone else has changed in the meantime (OQ-109).
 * @param row the record as the list shows it
 */
export async function setActive(
  client: QueryClient,
  { list, one, save, messages }: ActiveSwitchSpec,
  row: ActiveState,
  isActive: boolean,
): Promise<void> {
  const id = row._id
  const show = (state: Partial<ActiveState>) => showState(client, list, id, state)
  // A response that is under way does not include this change.
  void client.cancelQueries({ queryKey: queryKey(list) }, { revert: false })
  show({ is_active: isActive })

  const before = requests.get(id)
  let stored = row
  const send = async (): Promise<ActiveState> => {
    // Two quick clicks: the second one changes what the first one saved.
    stored = (await before?.catch(() => undefined)) ?? row
    const saved = await saveEdit<{ is_active: boolean }, ActiveState>({
      loaded: { values: { is_active: stored.is_active }, version: stored.version },
      typed: { is_active: isActive },
      save: async (_, version) => save(id, isActive, version),
      read: (record) => {
        stored = z.parse(ActiveState, record)
        return { values: { is_active: stored.is_active }, version: stored.version }
      },
      // Never called: someone else can only have chosen the same state.
      ask: async () => null,
    })
    return saved ?? stored
  }
  const work = send()
  requests.set(id, work)
  // One toast per record: a stack of toasts would cover the switches.
  const refresh = () => {
    for (const endpoint of [list, one]) void client.invalidateQueries({ queryKey: queryKey(endpoint) })
  }
  const undo = (saved: ActiveState) =>
    undoOf({
      send: async (version = saved.version) => {
        const { is_active, version: now } = await save(id, row.is_active, version)
        show({ is_active, version: now })
      },
      version: saved.version,
      describe: (record) =>
        z.parse(ActiveState, record).is_active ? 'It is active now.' : 'It is inactive now.',
      onEnd: refresh,
    })
  const error = (reason: unknown) =>
    reason instanceof NothingLeft ? reason.message : failureText(messages.error, reason)
  const end = await notify
    .progress(work, { ...messages, error }, { subject: `active:${id}`, undo })
    .catch(() => stored)
  if (requests.get(id) !== work) return
  requests.delete(id)
  show({ is_active: end.is_active, version: end.version })
  refresh()
}

function showState(
  client: QueryClient,
  list: EndpointDeclaration,
  id: string,
  { is_active, version }: Partial<ActiveState>,
): void {
  client.setQueriesData<InfiniteData<RowsPage<ActiveState>>>(
    { queryKey: pagesKey(list) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) =>
            row._id === id
              ? { ...row, is_active: is_active ?? row.is_active, version: version ?? row.version }
              : row,
          ),
        })),
      },
  )
}
