import type { Permission } from '@greenroom/contract/access/permission'
import { listBin, removeFromBin, restoreFromBin } from '@greenroom/contract/desk/bin/bin.endpoints'
import { type BinItem, BinKind, binKinds } from '@greenroom/contract/desk/bin/bin.schema'
import { IconTrash } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { usePermissions } from '../../../lib/api/permissions.ts'
import { failureText, notify } from '../../../lib/notify.tsx'
import { onePress } from '../../../lib/one-press.ts'
import { ConfirmDialog } from '../../../shared/record/question/confirm-dialog.tsx'
import { pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { restoredLink } from './bin-links.ts'
import { binKindTexts, binScreenMessages as messages } from './bin-messages.ts'
import { BinTable } from './bin-table.tsx'

const route = getRouteApi('/signed-in/bin')

type Tab = keyof typeof messages.tabs

/** What somebody has to restore first. */
const Parent = z.object({ _id: z.string(), kind: BinKind, label: z.string() })

/** What was deleted in the last thirty days, and can come back (OQ-475). */
export function BinPage(): ReactNode {
  const search = route.useSearch()
  const kind = binKinds.find((one) => one === search.tab)
  const tab: Tab = kind ?? 'all'
  const q = search.q ?? ''
  const { filterBy } = useListSearch<{ tab?: Tab; q?: string }>({ tab: 'all' })
  const navigate = useNavigate()
  const panel = useListPanel()
  const list = useNumberedRows(listBin, {
    queryOf: (page) => ({
      ...(kind && { kind }),
      ...(q !== '' && { search: q }),
      ...pageRange({ ...search, page }),
    }),
    read: ({ items, count }) => ({ rows: items, total: count }),
  })
  const searchFor = (text: string, chosen: Tab = tab) => filterBy({ tab: chosen, q: text }, { replace: true })
  const { call: restore } = useCall(restoreFromBin, { invalidates: [listBin], refreshesOnConflict: true })
  const { call: remove } = useCall(removeFromBin, { invalidates: [listBin], refreshesOnConflict: true })
  const [removing, setRemoving] = useState<BinItem>()
  const { last: removed } = useLastOpened(removing)

  const onRestore = async (item: BinItem) => {
    // The row goes.
    panel.focus()
    try {
      await notify.progress(
        restore({ params: { id: item._id } }),
        {
          pending: messages.restoring,
          success: ({ data: { waiting, lost } }) =>
            [
              messages.restored(binKindTexts[item.kind]),
              ...(waiting > 0 ? [messages.waiting(waiting)] : []),
              ...(lost > 0 ? [messages.lost(lost)] : []),
            ].join('. '),
          // Offers the way to what has to be restored first.
          error: (reason) => (parentOf(reason) ? undefined : failureText(messages.restoreFailed, reason)),
        },
        {
          next: () => {
            const link = restoredLink(item)
            return link && { label: messages.show, onClick: () => void navigate(link) }
          },
        },
      )
    } catch (reason) {
      const parent = parentOf(reason)
      if (!parent || !(reason instanceof ApiError)) return
      notify.error(reason.message, {
        label: messages.showFirst,
        onClick: () => searchFor(parent.label.replace(/…$/, ''), parent.kind),
      })
    }
  }

  const tabs = tabsOf(usePermissions())
  return (
    <>
      <StatusTabs
        label={messages.tabsLabel}
        tabs={tabs}
        value={tab}
        onChange={(chosen) => searchFor('', chosen as Tab)}
      >
        <SearchField
          label={messages.search}
          placeholder={messages.searchPlaceholder}
          value={q}
          onChange={(text) => searchFor(text)}
        />
        <RecordList
          list={list}
          messages={messages}
          icon={IconTrash}
          filter={
            q === ''
              ? undefined
              : { help: messages.noMatch, clear: messages.clear, onClear: () => searchFor('') }
          }
          panel={panel}
          skeleton={<BinTable.Skeleton count={list.pager.size} />}
          foot={list.total > 0 && <Pager {...list.pager} />}
        >
          {(rows) => (
            <BinTable
              rows={rows}
              onRestore={(item) => void onePress(`restore ${item._id}`, () => onRestore(item))}
              onRemove={setRemoving}
              onIntent={() => prefetchDialogs()}
            />
          )}
        </RecordList>
      </StatusTabs>
      {removed && (
        <ConfirmDialog
          opened={removing !== undefined}
          title={messages.removeTitle(removed.label)}
          confirmLabel={messages.remove}
          onConfirm={async () => {
            await notify.progress(remove({ params: { id: removed._id } }), {
              pending: messages.removing,
              success: messages.removed,
              error: messages.removeFailed,
            })
            panel.focus()
          }}
          onClose={() => setRemoving(undefined)}
        >
          {messages.removeEffect}
        </ConfirmDialog>
      )}
    </>
  )
}

/** The kinds that the role shows: comments and people only to those who see reports. */
function tabsOf(permissions: readonly Permission[] | undefined): Partial<Record<Tab, string>> {
  if (permissions === undefined || permissions.includes('moderation.read')) return messages.tabs
  const { comment: _, user: __, ...others } = messages.tabs
  return others
}

function parentOf(reason: unknown): z.output<typeof Parent> | undefined {
  if (!(reason instanceof ApiError) || reason.status !== 409) return undefined
  const { success, data } = z.safeParse(Parent, reason.data)
  return success ? data : undefined
}
