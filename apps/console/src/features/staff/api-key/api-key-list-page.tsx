import { listApiKeys, revokeApiKey } from '@greenroom/contract/staff/api-key/api-key.endpoints'
import type { ApiKey } from '@greenroom/contract/staff/api-key/api-key.schema'
import { IconKey } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../shared/record/question/confirm-dialog.tsx'
import { type PageSearch, pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useDialogSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { apiKeyListMessages as messages } from './api-key-messages.ts'
import { ApiKeyTable } from './api-key-table.tsx'

const ApiKeyDialog = lazyDialog('api-key', () =>
  import('./api-key-dialog.tsx').then((part) => part.ApiKeyDialog),
)
const route = getRouteApi('/signed-in/api-keys')

/** Keys of servers: made, shown once, revoked (OQ-360, OQ-361). */
export function ApiKeyListPage(): ReactNode {
  const search: PageSearch & { create?: '1' } = route.useSearch()
  const { open, close } = useDialogSearch<{ create?: '1' | undefined }>({ create: undefined })
  const list = useNumberedRows(listApiKeys, {
    queryOf: (page) => pageRange({ page, size: search.size }),
    read: ({ keys, count }) => ({ rows: keys, total: count }),
  })
  const panel = useListPanel()
  const [revoking, setRevoking] = useState<ApiKey>()
  const { last } = useLastOpened(revoking)
  const revoke = useCall(revokeApiKey, { invalidates: [listApiKeys] })

  return (
    <>
      <RecordList
        list={list}
        messages={messages}
        icon={IconKey}
        create={{
          label: messages.create,
          onClick: () => open({ create: '1' }),
        }}
        skeleton={<ApiKeyTable.Skeleton count={list.pager.size} />}
        panel={panel}
        foot={<Pager {...list.pager} />}
      >
        {(rows) => <ApiKeyTable rows={rows} onRevoke={setRevoking} />}
      </RecordList>
      {search.create && <ApiKeyDialog opened onClose={close} />}
      {last && (
        <ConfirmDialog
          opened={revoking !== undefined}
          title={messages.revokeTitle(last.name)}
          confirmLabel={messages.revoke}
          cancelLabel="Cancel"
          onConfirm={() =>
            notify.progress(revoke.call({ params: { id: last._id } }), {
              pending: messages.revoking,
              success: messages.revokedNow,
              error: messages.revokeFailed,
            })
          }
          onClose={() => setRevoking(undefined)}
        >
          <p>{messages.revokeEffect}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
